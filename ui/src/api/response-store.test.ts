import { expect, test, vi } from 'vitest'
import { ResponseStore } from './response-store.ts'

/** Resolves when it is let go. */
function held<T>() {
  let letGo: (value: T) => void = () => {}
  const fetched = vi.fn((_signal: AbortSignal) => new Promise<T>((resolve) => (letGo = resolve)))
  return { fetched, letGo: (value: T) => letGo(value) }
}

const aStore = () => new ResponseStore(() => 1_000)
const none = () => {}

test('what two show is fetched once', async () => {
  const store = aStore()
  const { fetched, letGo } = held<string>()
  store.subscribe('a', none)
  store.subscribe('a', none)
  store.fetch('a', fetched)
  store.fetch('a', fetched)
  letGo('data')
  await vi.waitFor(() =>
    expect(store.read('a')).toEqual({ data: 'data', error: null, updatedAt: 1_000, isFetching: false }),
  )
  expect(fetched).toHaveBeenCalledTimes(1)
})

test('data of before stays beside an error', async () => {
  const store = aStore()
  store.subscribe('a', none)
  store.set('a', 'before')
  store.fetch('a', () => Promise.reject(new Error('down')))
  await vi.waitFor(() => expect(store.read('a')).toMatchObject({ data: 'before', error: new Error('down') }))
})

test('a response that was asked for before an act is not believed after it', async () => {
  const store = aStore()
  const old = held<string>()
  store.subscribe('a', none)
  store.fetch('a', old.fetched)
  store.refresh()
  expect(old.fetched).toHaveBeenCalledTimes(2)
  expect(old.fetched.mock.calls[0]?.[0].aborted).toBe(true)
  old.letGo('new')
  await vi.waitFor(() => expect(store.read('a')).toMatchObject({ data: 'new' }))
})

test('what nobody shows any more is aborted, and forgotten by an act', () => {
  const store = aStore()
  const { fetched } = held<string>()
  const leave = store.subscribe('a', none)
  store.set('a', 'seen')
  store.fetch('a', fetched)
  leave()
  expect(fetched.mock.calls[0]?.[0].aborted).toBe(true)
  expect(store.read('a')).toMatchObject({ data: 'seen' })
  store.refresh()
  expect(store.read('a')).toMatchObject({ data: undefined })
})

test('another person sees nothing of what was there', () => {
  const store = aStore()
  store.subscribe('shown', none)
  store.set('shown', 'secret')
  store.set('unshown', 'secret')
  store.forget()
  expect([store.read('shown'), store.read('unshown')]).toMatchObject([{ data: undefined }, { data: undefined }])
})
