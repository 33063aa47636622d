"""Games as environments of the libraries that learning programs use.

`fairyring.learning.zoo` has PettingZoo's, `fairyring.learning.gym` Gymnasium's, `fairyring.learning.vector`
its vectorised ones, and `fairyring.learning.spiel` OpenSpiel's. Each imports its library, which is an extra:
``pip install 'fairyring[learning,openspiel]'``.
"""
