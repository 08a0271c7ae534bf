"""Take files of StructFlowBench; give its dialogues, their faults, flows that ask the same, and grades by code."""
