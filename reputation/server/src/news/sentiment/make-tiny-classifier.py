"""Makes fixtures/tiny-classifier: a real, tiny ONNX model that adds up what each word piece says.

    pip install onnx numpy && python make-tiny-classifier.py
"""
import json
from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

folder = Path(__file__).parent / "fixtures" / "tiny-classifier"
words = "[PAD] [UNK] [CLS] [SEP] acme opens plant shop praised excellent profit sued fraud recall ##s ##ed , .".split()
says = {  # logits of negative, neutral, positive
    "[CLS]": (0, 1, 0),
    "praised": (0, 0, 4),
    "excellent": (0, 0, 4),
    "profit": (0, 0, 3),
    "sued": (4, 0, 0),
    "fraud": (5, 0, 0),
    "recall": (3, 0, 0),
}
table = np.array([says.get(word, (0, 0, 0)) for word in words], dtype=np.float32)

nodes = [
    helper.make_node("Gather", ["table", "input_ids"], ["said"]),  # texts × pieces × 3
    helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
    helper.make_node("Unsqueeze", ["mask", "last"], ["column"]),
    helper.make_node("Mul", ["said", "column"], ["heard"]),
    helper.make_node("ReduceSum", ["heard", "pieces"], ["logits"], keepdims=0),
]
inputs = [helper.make_tensor_value_info(n, TensorProto.INT64, ["texts", "pieces"]) for n in ("input_ids", "attention_mask")]
outputs = [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["texts", 3])]
constants = [
    numpy_helper.from_array(table, "table"),
    numpy_helper.from_array(np.array([2], dtype=np.int64), "last"),
    numpy_helper.from_array(np.array([1], dtype=np.int64), "pieces"),
]
graph = helper.make_graph(nodes, "tiny-classifier", inputs, outputs, constants)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
checker.check_model(model)

folder.mkdir(parents=True, exist_ok=True)
save(model, folder / "model.onnx")
(folder / "vocab.txt").write_text("\n".join(words) + "\n")
(folder / "config.json").write_text(json.dumps({"id2label": {"0": "Negative", "1": "Neutral", "2": "Positive"}}) + "\n")
