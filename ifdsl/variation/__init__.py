"""Take one spec; give a group of cousins: the same checks in other words, beside distractors, with other arguments.

    from ifdsl.variation.originals import values_of
    from ifdsl.variation.stock import Stock
    from ifdsl.variation.vary import Variation

    made = Variation(program, Stock(types, tasks), seed=7).group(spec, values_of(spec), cousins)
    made.members      # the original first; each an ordinary spec whose task is the whole prompt, with a witness
    made.missing      # what could not be made, with the reasons
    made.rejected     # how many tries were drawn anew, by reason

`pool.groups` does so for many specs in several processes; `sources.originals` gives the specs of published rows. The
kinds are named as IFEval++ names them (Dong et al. 2025, arXiv 2512.14754), and one more for another task.
"""
