import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Refusal } from './progress'

/** The unprivileged account that runs the server if started as root, which PostgreSQL refuses. */
export type ServerAccount = { name: string; uid: number; gid: number }

/** Returns the account to run the server as; null for an ordinary user, who runs it directly. */
export function findServerAccount(): ServerAccount | null {
  if (process.getuid?.() !== 0) return null
  const existing = readAccount('postgres')
  if (existing) return existing
  createAccount('postgres')
  const account = readAccount('postgres') ?? readAccount('nobody')
  if (account) return account
  throw new Refusal(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor a way to create one. ' +
      'Start as an ordinary user, or set DATABASE_URL.',
  )
}

/** Slim images may lack one of the tools, or both. */
function createAccount(name: string) {
  const useradd = spawnSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name])
  if (useradd.status !== 0) spawnSync('adduser', ['-S', '-D', '-H', name])
}

function readAccount(name: string): ServerAccount | null {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : null
}
