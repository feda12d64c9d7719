/** The Python client: its own tests, its types, and the package as it would be published. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFaultServer } from '../conformance/start-fault-server.ts'
import vectorFile from '../conformance/vectors.json' with { type: 'json' }
import { run } from '../run.ts'
import { deployed, readmePrograms, useServiceForReadme } from '../testing/readme.ts'
import { folder, missing, pyright, python, withReason } from './python-tools.ts'

/** What a person would write first, to the letter of the types. */
const program = `
import asyncio, os
from service_client import AsyncCompute, Compute, NotFoundError

base = os.environ["ADDRESS"]
grams: float = Compute(base_url=base + "carbon").carbon.get("SE").carbon_intensity_gco2_kwh
try:
    Compute(base_url=base + "refused-not-found").deployments.get("dep_1")
except NotFoundError as error:
    print(grams, error.code)

async def lines() -> list[str]:
    async with AsyncCompute(base_url=base + "logs-in-pieces") as compute:
        return [line.text async for line in compute.deployments.logs("dep_1")]

print(asyncio.run(lines()))
`

describe.skipIf(missing && !process.env.CI)(withReason('the Python client'), () => {
  test('passes its own tests, every vector by both of its clients among them', async () => {
    const output = await run(folder, python, ['-m', 'pytest'], { NODE: process.execPath, PYTHONDONTWRITEBYTECODE: '1' })
    const passed = Number(/^(\d+) passed/m.exec(output)?.[1])
    expect(passed).toBeGreaterThan(2 * vectorFile.vectors.length)
  })

  test('is typed strictly, and formatted', async () => {
    await run(folder, process.execPath, [pyright, '--project', '.', '--pythonpath', python])
    await run(folder, python, ['-m', 'ruff', 'check', '--no-cache', '.'])
    await run(folder, python, ['-m', 'ruff', 'format', '--no-cache', '--check', '.'])
  })

  describe('as a package', () => {
    let place: string
    let fresh: string
    let server: Awaited<ReturnType<typeof startFaultServer>>
    const environment = useServiceForReadme()

    beforeAll(async () => {
      server = await startFaultServer()
      place = mkdtempSync(join(tmpdir(), 'client-'))
      for (const name of ['src', 'README.md', 'LICENSE', 'pyproject.toml']) {
        cpSync(join(folder, name), join(place, name), { recursive: true })
      }
      await run(place, python, ['-m', 'build', '--no-isolation'])
      fresh = join(place, 'fresh')
      mkdirSync(fresh)
      writeFileSync(join(fresh, 'main.py'), program)
      await run(fresh, python, ['-m', 'venv', '--without-pip', '.venv'])
      // httpx and what it needs are those of the checks: nothing is fetched.
      const to = (await run(fresh, '.venv/bin/python', ['-c', 'import site; print(site.getsitepackages()[0])'])).trim()
      const from = (await run(fresh, python, ['-c', 'import site; print(site.getsitepackages()[0])'])).trim()
      writeFileSync(join(to, 'checks.pth'), from)
      const wheel = join('..', 'dist', readdirSync(join(place, 'dist')).find((name) => name.endsWith('.whl'))!)
      await run(fresh, python, [
        '-m',
        'pip',
        '--python',
        '.venv/bin/python',
        'install',
        '--no-deps',
        '--no-index',
        wheel,
      ])
    })
    afterAll(async () => {
      await server.stop()
      rmSync(place, { recursive: true, force: true })
    })

    test('has a wheel and a source archive that please twine', async () => {
      const files = readdirSync(join(place, 'dist')).sort()
      expect(files).toEqual(['service_client-1.4.2-py3-none-any.whl', 'service_client-1.4.2.tar.gz'])
      const paths = files.map((name) => join('dist', name))
      await run(place, python, ['-m', 'twine', 'check', '--strict', ...paths])
    })

    test('runs in a fresh environment', async () => {
      const env = { ADDRESS: `${server.address}/fresh/`, SERVICE_API_KEY: vectorFile.api_key }
      const output = await run(fresh, '.venv/bin/python', ['main.py'], env)
      expect(output.trim().split('\n')).toEqual(['21 not-found', "['größe 雪 1', '🌍 2']"])
    })

    test('has types that a strict program finds, and so do all programs of the README', async () => {
      writeFileSync(join(fresh, 'whole_readme.py'), readmePrograms(folder, 'python').join('\n'))
      const include = ['main.py', 'whole_readme.py']
      writeFileSync(join(fresh, 'pyrightconfig.json'), JSON.stringify({ typeCheckingMode: 'strict', include }))
      await run(fresh, process.execPath, [pyright, '--project', '.', '--pythonpath', '.venv/bin/python'])
      writeFileSync(join(fresh, 'main.py'), `${program}\nCompute().deploy(gpu_type="H100")\n`)
      const faulty = run(fresh, process.execPath, [pyright, '--project', '.', '--pythonpath', '.venv/bin/python'])
      await expect(faulty).rejects.toThrow('Argument missing for parameter "image"')
    })

    test('has a README whose first program deploys', async () => {
      writeFileSync(join(fresh, 'readme.py'), readmePrograms(folder, 'python')[0])
      expect(await run(fresh, '.venv/bin/python', ['readme.py'], await environment())).toMatch(deployed)
    })

    test('is small', async () => {
      const code =
        'import service_client, pathlib; print(sum(f.stat().st_size for f in pathlib.Path(service_client.__file__).parent.rglob("*.py*") if f.suffix != ".pyc"))'
      expect(Number(await run(fresh, '.venv/bin/python', ['-c', code]))).toBeLessThan(200_000)
    })
  })
})
