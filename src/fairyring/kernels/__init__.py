"""The compiled code: one package or module a rule family, and the walks that serve every family."""
