"""Tunes a pre-trained encoder (MiniLM, Wang et al., 2020) to the judge's heads.

    train.py FOLDER WRITER,WRITER: reads FOLDER/examples.jsonl and FOLDER/vocabulary.json, which names the pre-trained
    weights, leaves out what those writers wrote, and writes FOLDER/weights.json and FOLDER/weights.f32.

Embeddings are learnt as they are stored, in fifteen steps a row. The same input gives the same bytes on processors of one
kind; on others the last digits may differ.
"""
import json
import os
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax

layers, width, attention_heads, epochs, batch, rate, longest, seed = 6, 384, 12, 2, 96, 1.2e-4, 64, 0
head_sizes = dict(company=2, alert=2, gravity=4, tone=3, role=8, category=17)
head_shares = dict(company=0.6, alert=1.0, gravity=0.7, tone=0.7, role=0.3, category=0.4)
outputs = sum(head_sizes.values())


def pretrained(file, rows):
    with open(file, 'rb') as f:
        size = int.from_bytes(f.read(8), 'little')
        header = json.loads(f.read(size))
        data = f.read()

    def tensor(name):
        begin, end = header[name]['data_offsets']
        return np.frombuffer(data[begin:end], np.float32).reshape(header[name]['shape'])

    def dense(name):
        return tensor(f'{name}.weight').T, tensor(f'{name}.bias')

    def norm(name):
        return tensor(f'{name}.weight'), tensor(f'{name}.bias')

    places = tensor('embeddings.position_embeddings.weight')[:longest] + tensor('embeddings.token_type_embeddings.weight')[0]
    weights = dict(pieces=tensor('embeddings.word_embeddings.weight')[rows], places=places, norm=norm('embeddings.LayerNorm'))
    for i in range(layers):
        of = f'encoder.layer.{i}.'
        weights[f'layer{i}'] = dict(
            query=dense(of + 'attention.self.query'), key=dense(of + 'attention.self.key'),
            value=dense(of + 'attention.self.value'), mixed=dense(of + 'attention.output.dense'),
            norm1=norm(of + 'attention.output.LayerNorm'), wide=dense(of + 'intermediate.dense'),
            narrow=dense(of + 'output.dense'), norm2=norm(of + 'output.LayerNorm'))
    random = np.random.default_rng(seed)
    weights['out'] = (random.normal(0, 0.02, (2 * width, outputs)).astype(np.float32), np.zeros(outputs, np.float32))
    return jax.tree.map(jnp.asarray, weights)


def stored(pieces):
    scale = jnp.abs(pieces).max(-1, keepdims=True) / 7
    return pieces + jax.lax.stop_gradient(jnp.round(pieces / scale) * scale - pieces)


def normal(x, weights):
    return weights[0] * (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-12) + weights[1]


def scores(weights, ids, company, key=None):
    count, length = ids.shape
    there = ids >= 0
    # Rounded after they were looked up: only the rows that a batch needs.
    x = stored(weights['pieces'][jnp.maximum(ids, 0)])
    x = normal(x + weights['places'][:length], weights['norm'])
    keys = None if key is None else jax.random.split(key, 2 * layers + 1)

    def dropped(x, i, kept=0.9):
        return x if keys is None else x * jax.random.bernoulli(keys[i], kept, x.shape) / kept

    def dense(x, name, layer):
        return x @ layer[name][0] + layer[name][1]

    def split(x):
        return x.reshape(count, length, attention_heads, -1).transpose(0, 2, 1, 3)

    for i in range(layers):
        layer = weights[f'layer{i}']
        query, own, value = (split(dense(x, name, layer)) for name in ('query', 'key', 'value'))
        near = query @ own.transpose(0, 1, 3, 2) / np.sqrt(width // attention_heads)
        near = jax.nn.softmax(jnp.where(there[:, None, None, :], near, -1e9), -1)
        mixed = (near @ value).transpose(0, 2, 1, 3).reshape(count, length, width)
        x = normal(x + dropped(dense(mixed, 'mixed', layer), 2 * i), layer['norm1'])
        wide = jax.nn.gelu(dense(x, 'wide', layer), approximate=True)
        x = normal(x + dropped(dense(wide, 'narrow', layer), 2 * i + 1), layer['norm2'])
    there = there[..., None]
    named = (ids == company)[..., None]
    mean = (x * there).sum(1) / there.sum(1)
    ofname = (x * named).sum(1) / jnp.maximum(named.sum(1), 1)
    both = dropped(jnp.concatenate([mean, ofname], -1), 2 * layers, 0.8)
    return both @ weights['out'][0] + weights['out'][1]


def loss(weights, ids, company, truth, weight, key):
    total, at = 0.0, 0
    said = scores(weights, ids, company, key)
    for head, size in head_sizes.items():
        part = jax.nn.log_softmax(said[:, at:at + size])
        total += head_shares[head] * (-(truth[:, at:at + size] * part).sum(-1) * weight).mean()
        at += size
    return total


def padded(rows, length):
    ids = np.full((len(rows), length), -1, np.int32)
    for i, row in enumerate(rows):
        ids[i, :len(row)] = row
    return ids


def main(folder, out_writers):
    vocabulary = json.load(open(f'{folder}/vocabulary.json'))
    company = vocabulary['company']
    examples = [json.loads(line) for line in open(f'{folder}/examples.jsonl', encoding='utf8')]
    out = set(out_writers.split(','))
    learnt = [e for e in examples if e['writer'] not in out]
    # A row alone and with its first sentence take turns from epoch to epoch; of all else each epoch has half.
    always, turns = np.zeros(len(learnt), bool), np.zeros(len(learnt), int)
    for i, e in enumerate(learnt):
        turns[i] = (i * 2654435761 >> 7) & 1
        always[i] = e['isRow']
        if e['hasSentence']:
            always[i - 1:i + 1] = False
            turns[i] = 1 - turns[i - 1]
    weights = pretrained(vocabulary['pretrained'], np.array(vocabulary['rows']))
    lengths = np.array([len(e['ids']) for e in learnt])
    truth = np.array([e['truth'] for e in learnt], np.float32)
    weight = np.array([1.0 if e['isRow'] else e['weight'] / 2 for e in learnt], np.float32)
    random = np.random.default_rng(seed)
    plan = []
    for epoch in range(epochs):
        use = always | ((turns + epoch) % 2 == 0)
        order = random.permutation(np.flatnonzero(use))
        order = order[np.argsort(lengths[order] + random.normal(0, 2, len(order)), kind='stable')]
        batches = [order[i:i + batch] for i in range(0, len(order) - batch + 1, batch)]
        random.shuffle(batches)
        plan.append(batches)
    steps = sum(map(len, plan))
    print('rows', len(learnt), 'steps', steps, flush=True)
    optimiser = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(optax.warmup_cosine_decay_schedule(0, rate, steps // 10, steps, 0), weight_decay=0.01))
    state, key = optimiser.init(weights), jax.random.PRNGKey(seed)

    @jax.jit
    def step(weights, state, ids, truth, weight, key):
        value, slope = jax.value_and_grad(loss)(weights, ids, company, truth, weight, key)
        change, state = optimiser.update(slope, state, weights)
        return optax.apply_updates(weights, change), state, value

    begun, done, sums = time.time(), 0, 0.0
    for batches in plan:
        for rows in batches:
            length = next(length for length in (8, 12, 16, 24, 32, 48, 64) if length >= lengths[rows].max())
            key, own = jax.random.split(key)
            weights, state, value = step(weights, state, padded([learnt[i]['ids'] for i in rows], length), truth[rows], weight[rows], own)
            sums += float(value)
            done += 1
            if done % 50 == 0:
                print(f'step {done} of {steps}, {time.time() - begun:.0f} s, loss {sums / 50:.3f}', flush=True)
                sums = 0.0
    write(folder, weights)


def write(folder, weights):
    flat, described, at = [], [], 0
    for path, value in jax.tree_util.tree_flatten_with_path(weights)[0]:
        name = '.'.join(str(getattr(part, 'key', getattr(part, 'idx', part))) for part in path)
        value = np.asarray(value, np.float32)
        described.append(dict(name=name, shape=list(value.shape), at=at))
        flat.append(value.ravel())
        at += value.size
    np.concatenate(flat).tofile(f'{folder}/weights.f32')
    json.dump(described, open(f'{folder}/weights.json', 'w'))


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2])
