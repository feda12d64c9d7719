#!/bin/sh
# The first process of a test cluster, in namespaces of its own: `cluster.sh FOLDER PROGRAMS`. All else ends with it.
# FOLDER holds what cluster-files.ts wrote. Each program is started again when it ends, unless FOLDER/hold-NAME is there.
set -eu
folder=$1
programs=$2
pki=$folder/pki

# The kubelet sets these, and they are the machine's: what it writes goes to files.
for setting in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 \
  kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000; do
  file=$folder/sysctl-$(echo "${setting%=*}" | tr / -)
  echo "${setting#*=}" >"$file"
  mount --bind "$file" "/proc/sys/${setting%=*}"
done
mkdir -p /var/lib/cni
for place in /run /var/log /var/lib/cni; do mount -t tmpfs tmpfs "$place"; done

ip link set lo up
ip link add cni0 type bridge
ip address add 10.244.0.1/24 dev cni0
ip link set cni0 up

supervise() {
  name=$1
  shift
  while :; do
    "$@" >>"$folder/$name.log" 2>&1 &
    pid=$!
    echo "$pid" >"$folder/$name.pid"
    wait "$pid" || true
    while [ -e "$folder/hold-$name" ]; do sleep 0.05; done
  done
}
awaits() { while [ ! -e "$1" ]; do sleep 0.05; done; }

supervise relay "$NODE" "$RELAY" "$folder/api.sock=127.0.0.1:6443" "$folder/etcd.sock=127.0.0.1:2379" \
  "127.0.0.1:5000=$folder/registry.sock" ${RELAYED:-} &
supervise containerd containerd --config "$folder/containerd.toml" &
supervise etcd "$programs/etcd" --name=one --data-dir="$folder/etcd" --unsafe-no-fsync --log-level=warn \
  --listen-client-urls=http://127.0.0.1:2379 --advertise-client-urls=http://127.0.0.1:2379 \
  --listen-peer-urls=http://127.0.0.1:2380 --initial-advertise-peer-urls=http://127.0.0.1:2380 \
  --initial-cluster=one=http://127.0.0.1:2380 &
supervise kube-apiserver "$programs/kube-apiserver" --etcd-servers=http://127.0.0.1:2379 --bind-address=127.0.0.1 \
  --advertise-address=127.0.0.1 --secure-port=6443 --tls-cert-file="$pki/apiserver.crt" \
  --tls-private-key-file="$pki/apiserver.key" --client-ca-file="$pki/ca.crt" \
  --requestheader-client-ca-file="$pki/ca.crt" --requestheader-allowed-names=front-proxy \
  --service-account-issuer=https://kubernetes.default.svc.cluster.local \
  --service-account-key-file="$pki/accounts.pub" --service-account-signing-key-file="$pki/accounts.key" \
  --service-cluster-ip-range=10.0.0.0/24 --authorization-mode=Node,RBAC --endpoint-reconciler-type=none \
  --kubelet-client-certificate="$pki/admin.crt" --kubelet-client-key="$pki/admin.key" \
  --kubelet-preferred-address-types=InternalIP --allow-privileged=true &
awaits "$folder/api-is-ready"
supervise kube-controller-manager "$programs/kube-controller-manager" --kubeconfig="$folder/controllers.json" \
  --authentication-kubeconfig="$folder/controllers.json" --authorization-kubeconfig="$folder/controllers.json" \
  --bind-address=127.0.0.1 --secure-port=10257 --leader-elect=false --use-service-account-credentials=true \
  --root-ca-file="$pki/ca.crt" --service-account-private-key-file="$pki/accounts.key" \
  --allocate-node-cidrs=false --node-monitor-period=1s --node-monitor-grace-period=8s &
supervise kube-scheduler "$programs/kube-scheduler" --kubeconfig="$folder/scheduler.json" \
  --authentication-kubeconfig="$folder/scheduler.json" --authorization-kubeconfig="$folder/scheduler.json" \
  --bind-address=127.0.0.1 --secure-port=10259 --leader-elect=false &
awaits "$folder/images-are-there"
supervise kubelet "$programs/kubelet" --config="$folder/kubelet.json" --kubeconfig="$folder/node.json" \
  --root-dir="$folder/kubelet" --cert-dir="$folder/kubelet-certs" --hostname-override=node1 --node-ip=10.244.0.1 &
wait
