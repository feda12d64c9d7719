import type { App } from './app.ts'

const methods = ['get', 'post', 'put', 'patch', 'delete']

type Options = { schema?: object }

/** The app, whose routes are left out of the API document: they are for others than its readers. */
export function undocumented(app: App): App {
  return new Proxy(app, {
    get(target, name) {
      if (!methods.includes(String(name))) return Reflect.get(target, name) as unknown
      const register = Reflect.get(target, name) as (url: string, options: Options, handler: unknown) => App
      return (url: string, options: Options, handler: unknown) =>
        register.call(target, url, { ...options, schema: { ...options.schema, hide: true } }, handler)
    },
  })
}
