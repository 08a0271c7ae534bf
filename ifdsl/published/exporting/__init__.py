"""Programs to rows in published shapes: IFEval, IFEval++, MulDimIF."""
