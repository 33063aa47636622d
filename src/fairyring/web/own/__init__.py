"""Games of users' files, each Python file in a process of its own.

Such a file may have compiled code, and a mistake in that can end the process. So the server never loads the
file: it passes all requests about its games on to that process, and starts the process again when it ends.
Game files have no code, and the server has their games among its own.
"""
