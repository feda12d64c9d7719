/** Logs over HTTP: as lines, as events, resumed, followed to the end. */

import { newClient, runService, useService } from '@service/compute-testing/running-service.ts'
import { beforeTests } from '@service/foundation-testing/before-tests.ts'
import { featureEngines } from '@service/foundation-testing/database/database-engines.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

type Line = { at: string; stream: string; text: string; position: string }

describe.each(featureEngines)('logs on $name', (engine) => {
  const service = useService(engine)
  const client = beforeTests(() => newClient(service))

  async function deployed(body: object = {}): Promise<string> {
    const asked = { gpu_type: 'H100', image: 'sim/ok', ...body }
    const response = await client.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', asked)
    return response.body.deployment_id
  }
  const path = (id: string) => `/v1/compute/deployments/${id}/logs`
  const linesOf = (text: string): Line[] => text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
  const follow = (id: string, headers: Record<string, string>, signal?: AbortSignal) =>
    fetch(`${service.baseUrl}${path(id)}?follow=true`, {
      headers: { Authorization: `Bearer ${client.secret}`, ...headers },
      ...(signal && { signal }),
    })

  test('logs are JSON objects, one a line', async () => {
    const response = await client.get(path(await deployed()))
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(linesOf(response.text)[0]).toMatchObject({ stream: 'stdout', text: expect.stringContaining('simulated') })
  })

  test('logs can be resumed after any line', async () => {
    const id = await deployed({ image: 'sim/exit-0', duration_hours: 1 }) // a job that says that it began, and that it ended
    await expect.poll(async () => linesOf((await client.get(path(id))).text).length).toBeGreaterThanOrEqual(2)
    const lines = linesOf((await client.get(path(id))).text)
    const rest = linesOf((await client.get(path(id), { after: lines[0]!.position })).text)
    expect(rest.slice(0, lines.length - 1)).toEqual(lines.slice(1))
    expect((await client.get(path(id), { after: 'x' })).status).toBe(400)
    expect(linesOf((await client.get(path(id), { tail: '1' })).text)).toHaveLength(1)
  })

  test('events carry the id to resume after, and the stream ends with the deployment', async () => {
    const id = await deployed()
    const response = await follow(id, { Accept: 'text/event-stream' })
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    const [text] = await Promise.all([
      response.text(),
      client.send('POST', `/v1/compute/deployments/${id}/stop`, undefined, { wait_seconds: '0' }),
    ])
    const [, eventId] = /^id: (\S+)$/m.exec(text) ?? []
    expect(text.match(/^data: \{"at"/gm)?.length).toBeGreaterThanOrEqual(1)
    expect(text).toMatch(/event: end\ndata: \{\}\n\n$/)
    const again = await (await follow(id, { Accept: 'text/event-stream', 'Last-Event-ID': eventId! })).text()
    expect(again).not.toContain(`id: ${eventId}\n`)
  })

  test('following before the deployment runs begins once it does', async () => {
    const id = await deployed({ wait_seconds: 0 })
    const response = await follow(id, {})
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('started')) {
      const { value, done } = await reader.read()
      if (done) break
      text += value
    }
    expect(text).toContain('started')
    await reader.cancel()
  })

  test('a follower who hangs up is noticed at once, and not when something is next sent', async () => {
    const its = await newClient(service)
    const { body } = await its.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', {
      gpu_type: 'H100',
      image: 'sim/ok',
    })
    const followIt = (signal: AbortSignal) =>
      fetch(`${service.baseUrl}${path(body.deployment_id)}?follow=true`, {
        headers: { Authorization: `Bearer ${its.secret}`, Accept: 'text/event-stream' },
        signal,
      })
    const leaving = new AbortController()
    const followers = await Promise.all(Array.from({ length: 50 }, () => followIt(leaving.signal)))
    expect(new Set(followers.map(({ status }) => status))).toEqual(new Set([200]))
    const another = async () => {
      const own = new AbortController()
      const { status } = await followIt(own.signal)
      own.abort()
      return status
    }
    expect(await another()).toBe(429)
    leaving.abort()
    await expect.poll(another).toBe(200)
  })

  test('a shutdown does not wait for followers, and does not tell them that the deployment has ended', async () => {
    const other = await runService(engine)
    const its = await newClient(other)
    const { body } = await its.send<{ deployment_id: string }>('POST', '/v1/compute/deploy', {
      gpu_type: 'H100',
      image: 'sim/ok',
    })
    const followIt = (accept: string) =>
      fetch(`${other.baseUrl}${path(body.deployment_id)}?follow=true`, {
        headers: { Authorization: `Bearer ${its.secret}`, Accept: accept },
      })
    const followers = await Promise.all([followIt('application/x-ndjson'), followIt('text/event-stream')])
    const bodies = followers.map((response) => textOf(response))
    for (const body of bodies) await body.until('simulated')
    const [, events] = await Promise.all([...bodies.map((body) => body.rest()), other.stop()])
    expect(events).not.toContain('event:')
  })

  describe('after the end', () => {
    const database = () => service.administration.db.connection
    const stop = (id: string) =>
      client.send('POST', `/v1/compute/deployments/${id}/stop`, undefined, { wait_seconds: '60' })

    /** As the reconciler does an hour after the end. */
    async function removeInstance(id: string): Promise<void> {
      await sql`delete from simulated_instances where deployment_id = ${id}`.execute(database())
      await sql`update allocations set removed_at = now() where deployment_id = ${id}`.execute(database())
    }

    test('what was kept is read, from any position on, and says that it is', async () => {
      const id = await deployed()
      await stop(id)
      const whole = await client.get(path(id))
      expect(whole.headers.get('x-service-logs-kept')).toBeNull()
      const lines = linesOf(whole.text)
      expect(lines.length).toBeGreaterThan(0)
      await removeInstance(id)
      const kept = await client.get(path(id))
      expect(kept.headers.get('x-service-logs-kept')).toBe('all')
      expect(linesOf(kept.text)).toEqual(lines)
      expect(linesOf((await client.get(path(id), { tail: '1' })).text)).toEqual(lines.slice(-1))
      expect(linesOf((await client.get(path(id), { after: lines[0]!.position })).text)).toEqual(lines.slice(1))
      const events = await (await follow(id, { Accept: 'text/event-stream' })).text()
      expect(events).toMatch(/event: kept\ndata: \{"attempt":1,"complete":true,"kept_at":"[^"]+"\}\n\n/)
      expect(events).toMatch(/event: end\ndata: \{\}\n\n$/)
      expect((await (await newClient(service)).get(path(id))).status).toBe(404)
    })

    test('it goes with the deployment', async () => {
      const id = await deployed()
      await stop(id)
      const count = async () =>
        (await sql`select from kept_logs where deployment_id = ${id}`.execute(database())).rows.length
      expect(await count()).toBe(1)
      await client.send('DELETE', `/v1/compute/deployments/${id}`)
      expect(await count()).toBe(0)
      expect((await client.get(path(id))).status).toBe(404)
    })

    test('of a deployment of which nothing was kept, the logs are gone', async () => {
      const id = await deployed()
      await stop(id)
      await removeInstance(id)
      await sql`delete from kept_logs where deployment_id = ${id}`.execute(database())
      expect((await client.get(path(id))).status).toBe(404)
    })
  })

  test('other formats are 406, and another company’s logs are 404', async () => {
    const id = await deployed()
    expect((await client.get(path(id), {}, { Accept: 'image/png' })).status).toBe(406)
    expect((await (await newClient(service)).get(path(id))).status).toBe(404)
  })
})

/** A body that is read as it comes. */
function textOf(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const more = async () => {
    const { done, value = '' } = await reader.read()
    text += value
    return !done
  }
  return {
    until: async (part: string) => {
      while (!text.includes(part)) if (!(await more())) throw new Error(`The body ended without ${part}: ${text}`)
    },
    /** All of it. */
    rest: async () => {
      while (await more());
      return text
    },
  }
}
