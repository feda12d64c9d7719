/** The Go client: its own tests, what linters say of it, and the module as it would be published. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFaultServer } from './conformance/start-fault-server.ts'
import vectorFile from './conformance/vectors.json' with { type: 'json' }
import { folder, missing, proxy, runGo, runWithGo, staticcheck, withReason } from './go-tools.ts'
import { run } from './run.ts'
import { deployed, readmePrograms, useServiceForReadme } from './testing/readme.ts'

/** What a person would write first. */
const program = `package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"service.example/client/compute"
)

func at(vector string) *compute.Client {
	client, err := compute.New(compute.WithBaseURL(os.Getenv("ADDRESS") + vector))
	if err != nil {
		panic(err)
	}
	return client
}

func main() {
	ctx := context.Background()
	intensity, err := at("carbon").Carbon.Get(ctx, "SE")
	fmt.Println(intensity.CarbonIntensityGCO2KWh, *intensity.RenewablePercentage, err)
	_, err = at("refused-not-found").Deployments.Get(ctx, "dep_1")
	fmt.Println(errors.Is(err, compute.ErrNotFound), err)
	for line, err := range at("logs-in-pieces").Deployments.Logs(ctx, "dep_1", compute.LogQuery{}) {
		fmt.Println(line.Text, err)
	}
}
`

describe.skipIf(missing && !process.env.CI)(withReason('the Go client'), () => {
  test('passes its own tests, every vector and every example among them', async () => {
    const output = await runGo(folder, ['test', '-count=1', '-v', './...'])
    expect(output.match(/^ +--- PASS: TestEveryVector\/vectors\//gm)).toHaveLength(vectorFile.vectors.length)
    expect(output.match(/^--- PASS: Example/gm)!.length).toBeGreaterThanOrEqual(8)
  })

  test('pleases gofmt, go vet and staticcheck', async () => {
    expect(await runWithGo(folder, 'gofmt', ['-l', '.'])).toBe('')
    await runGo(folder, ['vet', './...'])
    expect(await runWithGo(folder, staticcheck, ['-checks', 'all', './...'])).toBe('')
  })

  describe('as a module', () => {
    let place: string
    let fresh: string
    let server: Awaited<ReturnType<typeof startFaultServer>>
    const environment = useServiceForReadme()
    const version = /Version = "(.*)"/.exec(readFileSync(join(folder, 'compute/client.go'), 'utf8'))![1]!

    const settings = () => ({
      GOPROXY: `file://${join(place, 'proxy')}`,
      GONOSUMDB: 'service.example',
      GOMODCACHE: join(place, 'cache'),
      GOFLAGS: '-modcacherw -mod=mod',
      GOTOOLCHAIN: 'local',
    })

    beforeAll(async () => {
      server = await startFaultServer()
      place = mkdtempSync(join(tmpdir(), 'client-'))
      await run(place, proxy, [folder, `v${version}`, join(place, 'proxy')])
      fresh = join(place, 'fresh')
      mkdirSync(join(fresh, 'readme'), { recursive: true })
      writeFileSync(join(fresh, 'main.go'), program)
      await runGo(fresh, ['mod', 'init', 'example.com/fresh'])
      await runGo(fresh, ['get', 'service.example/client'], settings())
    })
    afterAll(async () => {
      await server.stop()
      rmSync(place, { recursive: true, force: true })
    })

    test('brings nothing with it, and is small', async () => {
      const modules = await runGo(fresh, ['list', '-m', 'all'], settings())
      expect(modules.trim().split('\n')).toEqual(['example.com/fresh', `service.example/client v${version}`])
      const installed = join(place, `cache/service.example/client@v${version}`)
      const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      const sizes = files.map((file) => statSync(join(file.parentPath, file.name)).size)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000)
    })

    test('runs in a fresh project', async () => {
      const env = { ADDRESS: `${server.address}/go-module/`, SERVICE_API_KEY: vectorFile.api_key }
      const output = await runGo(fresh, ['run', '.'], { ...settings(), ...env })
      expect(output.trim().split('\n')).toEqual([
        '21 72 <nil>',
        'true compute: no (404, not-found, req_conformance)',
        'größe 雪 1 <nil>',
        '🌍 2 <nil>',
      ])
    })

    test('has a README whose programs compile, and whose first one deploys', async () => {
      const [whole, ...parts] = readmePrograms(folder, 'go')
      const functions = parts.map(
        (code, i) => `func part${i}(ctx context.Context, client *compute.Client) error {\n${code}\nreturn nil\n}`,
      )
      writeFileSync(join(fresh, 'readme/main.go'), [whole, ...functions].join('\n'))
      await runGo(fresh, ['vet', './readme'], settings())
      expect(await runGo(fresh, ['run', './readme'], { ...settings(), ...(await environment()) })).toMatch(deployed)
    })
  })
})
