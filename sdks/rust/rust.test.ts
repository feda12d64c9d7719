/** The Rust client: its own tests, its documentation, and the package as it would be published. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFaultServer } from '../conformance/start-fault-server.ts'
import vectorFile from '../conformance/vectors.json' with { type: 'json' }
import { deployed, readmePrograms, useServiceForReadme } from '../testing/readme.ts'
import { cargo, folder, missing, targetFolder, withReason } from './rust-tools.ts'

/** What a person would write first. */
const program = `
use service_client::{Compute, ErrorKind, Result};

fn at(name: &str) -> Result<Compute> {
    let address = std::env::var("ADDRESS").unwrap();
    Compute::builder().base_url(format!("{address}{name}")).build()
}

#[tokio::main]
async fn main() -> Result<()> {
    let intensity = at("carbon")?.carbon().get("SE").await?;
    let missing = at("refused-not-found")?.deployments().get("dep_1").await.unwrap_err();
    assert_eq!(missing.kind(), Some(ErrorKind::NotFound));
    println!("{} {missing}", intensity.carbon_intensity_gco2_kwh);
    let mut lines = at("logs-in-pieces")?.deployments().logs("dep_1").stream();
    while let Some(line) = lines.next().await {
        println!("{}", line?.text);
    }
    Ok(())
}
`

const manifest = (crate: string) => `
[package]
name = "fresh"
edition = "2021"

[dependencies]
service-client = { path = "${crate}" }
tokio = { version = "1", default-features = false, features = ["macros", "rt-multi-thread"] }
`

describe.skipIf(missing && !process.env.CI)(withReason('the Rust client'), { timeout: 600_000 }, () => {
  test('passes its own tests, every vector among them', async () => {
    const output = await cargo(folder, ['test', '--locked', '--lib', '--', '--nocapture'])
    expect(output).toContain(`${vectorFile.vectors.length} vectors passed\n`)
  })

  test('is formatted, and pleases clippy', async () => {
    await cargo(folder, ['fmt', '--check'])
    await cargo(folder, ['clippy', '--locked', '--all-targets', '--', '--deny', 'warnings'])
  })

  test('has documentation without a broken link, whose examples compile', async () => {
    await cargo(folder, ['test', '--locked', '--doc'])
    await cargo(folder, ['doc', '--locked', '--no-deps'], { RUSTDOCFLAGS: '--deny warnings' })
  })

  test('has few dependencies of its own, and no OpenSSL', () => {
    const [, direct] = /\[dependencies\]\n([\s\S]*?)\n\n/.exec(readFileSync(join(folder, 'Cargo.toml'), 'utf8'))!
    expect(direct!.split('\n').length).toBeLessThanOrEqual(8)
    expect(readFileSync(join(folder, 'Cargo.lock'), 'utf8')).not.toMatch(/name = "(openssl-sys|native-tls)"/)
  })

  describe('as a package', () => {
    let place: string
    let server: Awaited<ReturnType<typeof startFaultServer>>
    const environment = useServiceForReadme()

    beforeAll(async () => {
      server = await startFaultServer()
      place = mkdtempSync(join(tmpdir(), 'client-'))
    })
    afterAll(async () => {
      await server.stop()
      rmSync(place, { recursive: true, force: true })
    })

    test('is installed in a fresh project, and runs there, as does the first program of its README', async () => {
      // Building it there is the verification.
      await cargo(folder, ['package', '--locked', '--no-verify', '--allow-dirty'])
      execFileSync('tar', ['-xzf', join(targetFolder(), 'package/service-client-1.4.2.crate'), '-C', place])
      const fresh = join(place, 'fresh')
      mkdirSync(join(fresh, 'src'), { recursive: true })
      writeFileSync(join(fresh, 'Cargo.toml'), manifest('../service-client-1.4.2'))
      writeFileSync(join(fresh, 'src/main.rs'), program)
      // The versions that are there: nothing is fetched, and nothing compiled again.
      cpSync(join(folder, 'Cargo.lock'), join(fresh, 'Cargo.lock'))
      const env = { ADDRESS: `${server.address}/fresh/`, SERVICE_API_KEY: vectorFile.api_key }
      const output = await cargo(fresh, ['run', '--quiet', '--offline'], env)
      expect(output.trim().split('\n')).toEqual(['21 no (404, not-found, req_conformance)', 'größe 雪 1', '🌍 2'])

      writeFileSync(join(fresh, 'src/main.rs'), readmePrograms(folder, 'rust')[0])
      expect(await cargo(fresh, ['run', '--quiet', '--offline'], await environment())).toMatch(deployed)
    })
  })
})
