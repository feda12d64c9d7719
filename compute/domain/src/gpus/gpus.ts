/**
 * The types of GPU that can be asked for. Hubs name them by their canonical `name`; customers by that or any alias, in
 * any case and punctuation.
 *
 * Thermal design power and memory are those of the makers' datasheets, read on 2026-11-20. Of the variants of a model the
 * one that is rented most has the short name: SXM where there is one.
 *
 * `basePriceUsd` is per GPU and hour, before the hub's own factor. Market prices of May 2026 are 0.80–3.00 for an A100 of
 * 80 GB, 1.99–5.00 for an H100 SXM and 2.50–7.00 for an H200; all prices here stay in the promised range
 * (`pricing/pricing.ts`), so small types are at its lower end and the largest at its upper.
 */
export type GpuType = {
  name: string
  aliases: readonly string[]
  tdpWatts: number
  memoryGb: number
  basePriceUsd: number
}

export const gpuTypes: readonly GpuType[] = [
  { name: 'T4', aliases: ['Tesla-T4'], tdpWatts: 70, memoryGb: 16, basePriceUsd: 1.4 },
  { name: 'L4', aliases: [], tdpWatts: 72, memoryGb: 24, basePriceUsd: 1.4 },
  { name: 'A10G', aliases: [], tdpWatts: 150, memoryGb: 24, basePriceUsd: 1.4 },
  { name: 'RTX-4090', aliases: ['4090', 'GeForce-RTX-4090'], tdpWatts: 450, memoryGb: 24, basePriceUsd: 1.4 },
  {
    name: 'V100',
    aliases: ['V100-32GB', 'V100-SXM2', 'Tesla-V100', 'Tesla-V100-SXM2-32GB'],
    tdpWatts: 300,
    memoryGb: 32,
    basePriceUsd: 1.4,
  },
  { name: 'L40S', aliases: [], tdpWatts: 350, memoryGb: 48, basePriceUsd: 1.5 },
  { name: 'A100-PCIe', aliases: ['A100-80GB-PCIe', 'A100-PCIe-80GB'], tdpWatts: 300, memoryGb: 80, basePriceUsd: 1.55 },
  {
    name: 'A100',
    aliases: ['A100-80GB', 'A100-SXM', 'A100-SXM4', 'A100-80GB-SXM', 'A100-SXM4-80GB'],
    tdpWatts: 400,
    memoryGb: 80,
    basePriceUsd: 1.65,
  },
  { name: 'H100-PCIe', aliases: ['H100-80GB-PCIe', 'H100-PCIe-80GB'], tdpWatts: 350, memoryGb: 80, basePriceUsd: 2 },
  { name: 'H100-NVL', aliases: ['H100-94GB', 'H100-NVL-94GB'], tdpWatts: 400, memoryGb: 94, basePriceUsd: 2.05 },
  {
    name: 'H100',
    aliases: ['H100-80GB', 'H100-SXM', 'H100-SXM5', 'H100-80GB-SXM', 'H100-SXM5-80GB', 'H100-80GB-HBM3'],
    tdpWatts: 700,
    memoryGb: 80,
    basePriceUsd: 2.15,
  },
  { name: 'MI300X', aliases: ['Instinct-MI300X'], tdpWatts: 750, memoryGb: 192, basePriceUsd: 2.2 },
  { name: 'H200-NVL', aliases: ['H200-141GB-NVL', 'H200-NVL-141GB'], tdpWatts: 600, memoryGb: 141, basePriceUsd: 2.25 },
  {
    name: 'H200',
    aliases: ['H200-141GB', 'H200-SXM', 'H200-SXM5', 'H200-141GB-SXM', 'H200-SXM5-141GB'],
    tdpWatts: 700,
    memoryGb: 141,
    basePriceUsd: 2.3,
  },
  {
    name: 'B200',
    aliases: ['B200-192GB', 'B200-SXM', 'B200-SXM6'],
    tdpWatts: 1_000,
    memoryGb: 192,
    basePriceUsd: 2.35,
  },
]

const byPlainName = new Map(
  gpuTypes.flatMap((type) => [type.name, ...type.aliases].map((name) => [plain(name), type] as const)),
)

/** The type that is meant by a name, "nvidia h100 80GB" say; undefined where there is none. */
export const gpuTypeNamed = (text: string): GpuType | undefined => byPlainName.get(plain(text))

/** The maker adds nothing: no two of them have a model of the same name. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^(nvidia|amd)/, '')
}
