"""ifdsl: declare a constraint on a response once; get its checker, prompt, analysis, tests and reward."""
