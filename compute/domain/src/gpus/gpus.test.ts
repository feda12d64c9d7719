import { expect, test } from 'vitest'
import { gpuTypeNamed, gpuTypes } from './gpus.ts'

test.each([
  ['H100', 'H100'],
  ['h100', 'H100'],
  ['NVIDIA H100 80GB HBM3', 'H100'],
  ['nvidia-h100-sxm', 'H100'],
  ['H100 PCIe', 'H100-PCIe'],
  ['Tesla-V100-SXM2-32GB', 'V100'],
  ['NVIDIA-A100-SXM4-80GB', 'A100'],
  ['rtx4090', 'RTX-4090'],
  ['AMD Instinct MI300X', 'MI300X'],
])('%s is %s', (text, name) => {
  expect(gpuTypeNamed(text)?.name).toBe(name)
})

test.each([[''], ['H'], ['H1000'], ['GPU'], ['nvidia'], ['H100; drop table'], ['Ｈ１００']])(
  '%j is not a GPU type',
  (text) => {
    expect(gpuTypeNamed(text)).toBeUndefined()
  },
)

test('no name or alias means two types', () => {
  for (const type of gpuTypes) for (const name of [type.name, ...type.aliases]) expect(gpuTypeNamed(name)).toBe(type)
})
