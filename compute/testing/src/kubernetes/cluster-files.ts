/** What the programs of a test cluster read: certificates, kubeconfigs, settings and the images of its node. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageCommand, imagePort, packRootFolder } from '../engine/busybox-image.ts'
import { testImage } from '../engine/container-service.ts'
import { runProgram } from '../engine/service-process.ts'

const pauseImage = 'localhost/service-pause:1'

/** `cgroup` is the path of a control group that the pods are under, in every controller. */
export function writeClusterFiles(folder: string, { cgroup }: { cgroup: string }): void {
  makeCertificates(folder)
  for (const name of ['controllers', 'scheduler', 'node']) {
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(kubeconfig(folder, name, 'https://127.0.0.1:6443')))
  }
  mkdirSync(join(folder, 'cni'))
  writeFileSync(join(folder, 'cni', '10-test.conflist'), JSON.stringify(network(folder)))
  writeFileSync(join(folder, 'containerd.toml'), containerdSettings(folder))
  writeFileSync(join(folder, 'kubelet.json'), JSON.stringify(kubeletSettings(folder, cgroup)))
  packImages(folder)
}

export type Kubeconfig = ReturnType<typeof kubeconfig>

/** Of one of the users that there is a certificate for. */
export function kubeconfig(folder: string, user: string, server: string) {
  const data = (file: string) => readFileSync(join(folder, 'pki', file)).toString('base64')
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    contexts: [{ name: 'test', context: { cluster: 'test', user } }],
    clusters: [{ name: 'test', cluster: { server, 'certificate-authority-data': data('ca.crt') } }],
    users: [
      {
        name: user,
        user: { 'client-certificate-data': data(`${user}.crt`), 'client-key-data': data(`${user}.key`) },
      },
    ],
  }
}

/** `hub` is the user that the engine under test is. */
const users: Readonly<Record<string, string>> = {
  admin: '/O=system:masters/CN=admin',
  controllers: '/CN=system:kube-controller-manager',
  scheduler: '/CN=system:kube-scheduler',
  node: '/O=system:nodes/CN=system:node:node1',
  hub: '/CN=compute-hub',
  nobody: '/CN=nobody',
}

function makeCertificates(folder: string): void {
  const pki = join(folder, 'pki')
  mkdirSync(pki)
  const names = 'IP:127.0.0.1,IP:10.0.0.1,DNS:localhost,DNS:kubernetes.default.svc'
  const newKey = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
  const sign = '-CA ca.crt -CAkey ca.key -days 30'
  const script = [
    `openssl req -x509 ${newKey} -keyout ca.key -out ca.crt -subj /CN=test-cluster -days 30`,
    `openssl req -x509 ${newKey} -keyout apiserver.key -out apiserver.crt -subj /CN=apiserver ${sign}` +
      ` -addext subjectAltName=${names} -addext basicConstraints=critical,CA:FALSE`,
    'openssl ecparam -name prime256v1 -genkey -noout -out accounts.key',
    'openssl ec -in accounts.key -pubout -out accounts.pub',
    ...Object.entries(users).map(
      ([name, subject]) =>
        `openssl req -x509 ${newKey} -keyout ${name}.key -out ${name}.crt -subj ${subject} ${sign}` +
        ' -addext extendedKeyUsage=clientAuth -addext basicConstraints=critical,CA:FALSE',
    ),
  ].join('\n')
  runProgram('sh', ['-e', '-c', script], { cwd: pki })
}

const network = (folder: string): object => ({
  cniVersion: '0.4.0',
  name: 'test',
  plugins: [
    {
      type: 'bridge',
      bridge: 'cni0',
      isGateway: true,
      ipam: {
        type: 'host-local',
        dataDir: join(folder, 'addresses'),
        ranges: [[{ subnet: '10.244.0.0/24', rangeStart: '10.244.0.10' }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
  ],
})

const containerdSettings = (folder: string): string => `
version = 2
root = "${folder}/containerd"
state = "/run/containerd"
[grpc]
  address = "${folder}/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${pauseImage}"
  restrict_oom_score_adj = true
  disable_apparmor = true
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
    default_runtime_name = "runc"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
        BinaryName = "runc"
        SystemdCgroup = false
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${folder}/cni"
`

const kubeletSettings = (folder: string, cgroup: string): object => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  failCgroupV1: false,
  cgroupDriver: 'cgroupfs',
  cgroupRoot: cgroup,
  containerRuntimeEndpoint: `unix://${folder}/containerd.sock`,
  address: '10.244.0.1',
  authentication: {
    anonymous: { enabled: false },
    webhook: { enabled: true },
    x509: { clientCAFile: join(folder, 'pki', 'ca.crt') },
  },
  authorization: { mode: 'Webhook' },
  oomScoreAdj: 0,
  evictionHard: { 'memory.available': '10Mi' },
  localStorageCapacityIsolation: false,
  imageGCHighThresholdPercent: 100,
  makeIPTablesUtilChains: false,
  nodeLeaseDurationSeconds: 4,
  nodeStatusUpdateFrequency: '2s',
  nodeStatusReportFrequency: '2s',
  crashLoopBackOff: { maxContainerRestartPeriod: '1s' },
  podLogsDir: join(folder, 'pod-logs'),
  serializeImagePulls: false,
})

/** Two images in the form of `docker save`, of one layer: what the tests run, and what holds a pod's network. */
function packImages(folder: string): void {
  const images = join(folder, 'images')
  mkdirSync(images)
  const layer = packRootFolder()
  writeFileSync(join(images, 'layer.tar'), layer)
  const rootfs = { type: 'layers', diff_ids: [`sha256:${createHash('sha256').update(layer).digest('hex')}`] }
  const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64'
  const config = (name: string, fields: object) =>
    writeFileSync(join(images, name), JSON.stringify({ architecture, os: 'linux', rootfs, config: fields }))
  config('test.json', { Cmd: imageCommand, ExposedPorts: { [`${imagePort}/tcp`]: {} } })
  config('pause.json', { Cmd: ['/bin/sleep', '1000000'] })
  const manifest = [
    { Config: 'test.json', RepoTags: [testImage], Layers: ['layer.tar'] },
    { Config: 'pause.json', RepoTags: [pauseImage], Layers: ['layer.tar'] },
  ]
  writeFileSync(join(images, 'manifest.json'), JSON.stringify(manifest))
  runProgram('tar', ['-C', images, '-cf', join(folder, 'images.tar'), '.'], {})
  rmSync(images, { recursive: true })
}

/** A folder in which the programs of a cluster are named as they are called. */
export function linkPrograms(program: string, folder: string): string {
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  for (const name of ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet']) {
    symlinkSync(program, join(programs, name))
  }
  return programs
}
