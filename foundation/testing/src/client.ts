/** Requests with a key, as a customer's program makes them. */
import type { Accounts } from './accounts.ts'

type Json = Record<string, unknown>
export type ApiResponse<T> = { status: number; headers: Headers; body: T; text: string }

export type Client = {
  get<T = Json>(
    path: string,
    query?: Record<string, string> | [string, string][],
    headers?: Json,
  ): Promise<ApiResponse<T>>
  send<T = Json>(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    query?: Record<string, string>,
    headers?: Json,
  ): Promise<ApiResponse<T>>
}

export function clientOf(baseUrl: string, key: string): Client {
  const call = async <T>(url: string, init: RequestInit): Promise<ApiResponse<T>> => {
    const response = await fetch(`${baseUrl}${url}`, {
      ...init,
      headers: { Authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson ? JSON.parse(text) : undefined) as T,
      text,
    }
  }
  return {
    get: (path, query = {}, headers = {}) =>
      call(`${path}?${new URLSearchParams(query)}`, { headers: headers as Record<string, string> }),
    send: (method, path, body, query = {}, headers = {}) =>
      call(`${path}?${new URLSearchParams(query)}`, {
        method,
        headers: {
          ...(headers as Record<string, string>),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}

/** A new company with a key of the scopes given. */
export async function newClient(
  service: Accounts & { baseUrl: string },
  scopes: readonly string[],
): Promise<Client & { companyId: string; userId: string; keyId: string; secret: string }> {
  const owner = await service.newCompany()
  const key = await service.newKey(owner, { scopes })
  return { ...clientOf(service.baseUrl, key.secret), ...owner, ...key }
}
