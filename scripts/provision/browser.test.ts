import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findBrowser } from './browser'

test('what others put into the temporary folder under the name of the browser is not started', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'veritas-browser-'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const planted = path.join(folder, 'chromium')
  writeFileSync(planted, '#!/bin/sh\n', { mode: 0o755 })
  vi.stubEnv('TMPDIR', folder)
  vi.stubEnv('CHROMIUM_PATH', undefined)
  expect(findBrowser()).not.toBe(planted)
})
