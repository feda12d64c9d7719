import { expect, test } from 'vitest'
import { localHub } from './local-hub.ts'

test('a machine without GPUs has an example of each type, marked as such', () => {
  const { hub } = localHub('SE', { kind: 'docker' })
  expect(hub).toMatchObject({ id: 'local', country: 'SE', zone: 'SE', cpuOnly: true, dedicatedNodes: false })
  expect(hub.nodes.filter(({ gpuType }) => gpuType === 'H100')).toEqual([
    { name: 'h100-1', gpuType: 'H100', gpus: 4 },
    { name: 'h100-2', gpuType: 'H100', gpus: 4 },
  ])
})

test('the GPUs of a machine are its nodes, in the order of their numbers', () => {
  const h100 = 'NVIDIA H100 80GB HBM3'
  expect(localHub('DE', { kind: 'docker' }, [h100, h100, 'NVIDIA L40S', h100]).hub).toMatchObject({
    cpuOnly: false,
    nodes: [
      { name: 'h100-1', gpuType: 'H100', gpus: 2 },
      { name: 'l40s-2', gpuType: 'L40S', gpus: 1 },
      { name: 'h100-3', gpuType: 'H100', gpus: 1 },
    ],
  })
  expect(localHub('DE', { kind: 'docker' }, [h100, 'Some Other GPU', h100]).hub.nodes).toEqual([
    { name: 'h100-1', gpuType: 'H100', gpus: 1 },
  ])
  expect(localHub('DE', { kind: 'docker' }, ['Some Other GPU']).hub.cpuOnly).toBe(true)
})
