/** Reads a QR code as a telephone does: from what is on the screen. */
import jsQr from 'jsqr'
import type { Locator } from 'playwright-core'

/** The package is the function itself, which its types do not say. */
const decode = jsQr as unknown as typeof jsQr.default

/** Its text; undefined where none can be read. */
export async function readQrCode(drawing: Locator): Promise<string | undefined> {
  const picture = await drawing.screenshot()
  // The browser that took the picture decodes it as well.
  const { width, height, data } = (await drawing.page().evaluate(`(async () => {
    const bytes = Uint8Array.fromBase64('${picture.toString('base64')}')
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas.drawImage(image, 0, 0)
    const { width, height, data } = canvas.getImageData(0, 0, image.width, image.height)
    return { width, height, data: [...data] }
  })()`)) as { width: number; height: number; data: number[] }
  return decode(Uint8ClampedArray.from(data), width, height)?.data
}
