import type { Socket } from 'node:net'
import { GuardFailure } from './failure.ts'

/**
 * Cuts a connection off that brings more between two requests than any response takes. The limits of the exchange are
 * on what the parser hands on; what it swallows (extensions of chunks, empty lines, spaces, a reason without end) would
 * keep it busy for as long as the exchange lasts.
 */
export function cutOffFloods(socket: Socket, maxBytes: number): void {
  let requested = 0
  let readBefore = 0
  let read = 0
  socket.on('readable', () => {
    const { bytesWritten } = socket
    if (bytesWritten !== requested) {
      requested = bytesWritten
      readBefore = read
    }
    read = socket.bytesRead
    if (read - readBefore > maxBytes) socket.destroy(new GuardFailure('invalid-answer', 'The response is too large.'))
  })
}
