import { mkdtempSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { parseEnv } from '@/lib/env'
import { openStore, type PayloadStore } from '../payloads/store'

export type PayloadServer = {
  store: PayloadStore
  settings: Record<string, string>
  keys: () => Promise<string[]>
  stop: () => Promise<void>
}

/** Starts an S3 server that checks signatures, with an empty bucket and a store that uses it. */
export async function startPayloadServer(): Promise<PayloadServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'payload-server-'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'desk' }],
  })
  const { port } = (await server.run()) as AddressInfo
  const folder = path.join(directory, 'desk', 'a-folder')
  const settings = {
    PAYLOAD_STORE_URL: `http://127.0.0.1:${port}/desk/a-folder`,
    PAYLOAD_STORE_KEY_ID: 'S3RVER',
    PAYLOAD_STORE_SECRET: 'S3RVER',
  }
  const store = openStore(parseEnv(settings))
  if (!store) throw new Error('the settings name no store')
  return {
    store,
    settings,
    async keys() {
      const names = await readdir(folder, { recursive: true }).catch(() => [])
      return names.flatMap((name) => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? [])
    },
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
