"""stub while measuring"""
def explain(engine, rule, file, start, end, error):
    from ifdsl.source import codes
    from ifdsl.source.diagnostic import Diagnostic, Label
    from ifdsl.source.span import Span
    return Diagnostic(codes.SYNTAX_ERROR, repr(error), Label(file, Span(error.start,error.end)))
def of_whole(file, module, *, fragment): return []
