import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { writePrivately } from './postgres-state'

it('a private file is readable by its owner only, and its folder is made where it is missing', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'veritas-private-'))
  try {
    const file = path.join(folder, 'data', 'auth-secret')
    writePrivately(file, 'secret\n')
    expect(readFileSync(file, 'utf8')).toBe('secret\n')
    expect(statSync(file).mode & 0o777).toBe(0o600)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
