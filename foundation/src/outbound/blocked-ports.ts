/**
 * Ports that browsers refuse too, for what listens there takes the lines of a request for commands of its own (mail,
 * IRC, printers, …): the "bad ports" of the Fetch standard, section 2.9, read on 2026-11-20. Below 1024 there is no
 * reason for anything but the ports of HTTP themselves.
 */
const badPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
const firstUnprivileged = 1024

export const isBlockedPort = (port: number): boolean =>
  port < firstUnprivileged ? port !== 80 && port !== 443 : badPorts.has(port)
