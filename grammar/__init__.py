"""The effect language as lark grammar, and the words that help whoever misspells it."""
