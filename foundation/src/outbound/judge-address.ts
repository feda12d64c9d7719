import { type AddressRange, isAddress4, isWithin, readAddress } from './address.ts'
import { globalUnicast6, metadataServices, nameOfRange, special4, special6, translated } from './address-ranges.ts'
import { embeddedAddresses } from './embedded-addresses.ts'

/**
 * Why an address must not be connected to; undefined if it may be. What the operator allows is allowed as it is written:
 * `10.0.0.0/8` does not allow the same addresses by way of IPv6. Metadata services are refused in every disguise.
 */
export function refusalOfAddress(text: string, allowed: readonly AddressRange[]): string | undefined {
  const address = readAddress(text)
  if (!address) return 'no address that can be judged'
  const embedded = isAddress4(address) ? [] : embeddedAddresses(address)
  const metadata = firstOf([address, ...embedded], (each) => nameOfRange(metadataServices, each))
  if (metadata) return metadata
  if (allowed.some((range) => isWithin(range, address))) return undefined

  if (isAddress4(address)) return nameOfRange(special4, address)
  if (!isWithin(globalUnicast6, address) && !isWithin(translated, address)) return 'outside 2000::/3 (RFC 4291)'
  return nameOfRange(special6, address) ?? firstOf(embedded, (each) => nameOfRange(special4, each))
}

function firstOf<Item, Found>(items: readonly Item[], find: (item: Item) => Found | undefined): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
