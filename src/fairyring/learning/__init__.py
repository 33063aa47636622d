"""Games as environments of the libraries that learning programs use.

`fairyring.learning.zoo` has PettingZoo's, and `fairyring.learning.gym` Gymnasium's; each imports its library,
which is an extra: ``pip install 'fairyring[learning]'``.
"""
