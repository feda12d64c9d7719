import { describe, expect, test } from 'vitest'
import { type ClusterNode, gpuTypeOf, hubNodes, labelsOfType } from './cluster-nodes.ts'
import { kubernetesFactory } from './kubernetes.ts'
import type { Pod } from './pod.ts'
import { addressBy } from './reach.ts'

test.each([
  ['NVIDIA-H100-80GB-HBM3', 'H100'],
  ['NVIDIA-H100-PCIe', 'H100-PCIe'],
  ['NVIDIA-H200-NVL', 'H200-NVL'],
  ['NVIDIA-A100-SXM4-80GB', 'A100'],
  ['Tesla-T4', 'T4'],
  ['AMD_Instinct_MI300X_OAM', 'MI300X'],
  ['nvidia-h100-80gb', 'H100'],
  ['nvidia-h100-mega-80gb', 'H100'],
  ['NVIDIA-H100-80GB-HBM3-SHARED', undefined],
  ['NVIDIA-H100-80GB-HBM3-MIG-1g.10gb', undefined],
  ['NVIDIA-A100-SXM4-40GB', undefined],
  ['Tesla-V100-SXM2-16GB', undefined],
  ['nvidia', undefined],
])('the label %s means %s', (label, type) => {
  expect(gpuTypeOf(label)).toBe(type)
})

test('an operator says what labels of the cluster mean', () => {
  expect(gpuTypeOf('gold', { H100: ['gold', 'silver'] })).toBe('H100')
  expect(gpuTypeOf('bronze', { H100: ['gold', 'silver'] })).toBeUndefined()
})

const aNode = (fields: Partial<ClusterNode>): ClusterNode => ({
  ...{ name: 'n', isOpen: true, gpus: 8, heldByOthers: 0, label: 'NVIDIA-H100-80GB-HBM3', gpuType: 'H100' },
  ...fields,
})

test('a hub has the nodes that are open, with what others leave of them', () => {
  const nodes = [
    aNode({ name: 'free' }),
    aNode({ name: 'shared', heldByOthers: 3 }),
    aNode({ name: 'full', heldByOthers: 8 }),
    aNode({ name: 'cordoned', isOpen: false }),
    aNode({ name: 'broken', gpus: 0 }), // the label is there, and the device plugin offers nothing
    aNode({ name: 'unknown', gpuType: undefined }),
  ]
  expect(hubNodes(nodes)).toEqual([
    { name: 'free', gpuType: 'H100', gpus: 8 },
    { name: 'shared', gpuType: 'H100', gpus: 5 },
  ])
})

test('a pod may go to every node whose label means its type and that offers GPUs', () => {
  const nodes = [
    aNode({}),
    aNode({ label: 'gold' }),
    aNode({ gpuType: 'L4', label: 'l4' }),
    aNode({ label: 'x', gpus: 0 }),
  ]
  expect(labelsOfType(nodes, 'H100')).toEqual(['NVIDIA-H100-80GB-HBM3', 'gold'])
  expect(labelsOfType(nodes, 'T4')).toEqual([])
})

describe('how a pod is reached', () => {
  const pod = { name: 'svc-a-1', namespace: 'svc-x', deploymentId: 'dep_a', ip: '10.1.2.3', port: 8080 } as Pod

  test.each([
    [{ kind: 'port-forward' } as const, { host: 'svc-a-1.svc-x', port: 8080, through: 'hub-1' }],
    [{ kind: 'pod', gatewayNamespace: null } as const, { host: '10.1.2.3', port: 8080 }],
    [
      { kind: 'address', template: '{deployment}.{namespace}.example.net:{port}' } as const,
      { host: 'dep-a.svc-x.example.net', port: 8080 },
    ],
    [{ kind: 'address', template: '{pod}.example.net:443' } as const, { host: 'svc-a-1.example.net', port: 443 }],
  ])('by %o', (reach, address) => {
    expect(addressBy(reach, 'hub-1')(pod)).toEqual(address)
    expect(addressBy(reach, 'hub-1')({ ...pod, port: null })).toBeNull()
  })

  test('a pod that has no address yet has none', () => {
    expect(addressBy({ kind: 'pod', gatewayNamespace: null }, 'hub-1')({ ...pod, ip: undefined })).toBeNull()
  })
})

test.each([
  [{ reach: 'nodeport' }, 'reach must be host:port'],
  [{ reach: 'example.net:80' }, 'reach must name {pod} or {deployment}'],
  [{ context: 'a' }, 'context needs a kubeconfig'],
  [{ reach: '{pod}.example.net:80', kubeconfig: '/a', context: 'a' }, ''],
])('the settings %o have the fault %s', (settings, fault) => {
  const faults = kubernetesFactory.faultsIn(settings).map(({ path, message }) => `${path} ${message}`)
  expect(faults.join()).toContain(fault)
  expect(faults.length).toBe(fault === '' ? 0 : 1)
})
