import { sealedColumn } from '@service/foundation/sealing/sealing.ts'

/** The addresses of Slack and Teams. */
export const sealedChannels = sealedColumn('message channels', { table: 'message_channels', column: 'address_sealed' })
