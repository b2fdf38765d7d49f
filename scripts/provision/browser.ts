import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { chromium as playwright } from '@playwright/test'
import { z } from 'zod'
import { Refusal } from './progress'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Returns a Chromium that starts on this machine: CHROMIUM_PATH, the one from npm, or an installed one; null if none does. The one from npm
 * is a headless shell of a fixed version: the same everywhere, and a window opens in a third of the time.
 */
export function findBrowser(): string | null {
  const given = process.env.CHROMIUM_PATH
  if (given && starts(given)) return given
  return unpackBrowser() ?? [playwright.executablePath(), ...installed].find(starts) ?? null
}

/**
 * Like `findBrowser`, and installs the system's Chromium if that is possible unattended (Debian and derivatives, as root).
 * @throws Refusal saying what to install
 */
export function provideBrowser(): string {
  const found = findBrowser()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    spawnSync('apt-get', ['update'], options)
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
    if (starts('/usr/bin/chromium')) return '/usr/bin/chromium'
  }
  throw new Refusal(
    'No Chromium starts on this machine. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.',
  )
}

/**
 * Unpacks the one from npm into this checkout, once. Its package would start whatever is called chromium in the temporary folder: also a
 * file of another user, or half of one whose unpacking was interrupted.
 */
function unpackBrowser(): string | null {
  const carrier = 'node_modules/@sparticuz/chromium/package.json'
  if (process.platform !== 'linux' || !existsSync(carrier)) return null
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(carrier, 'utf8')))
  const folder = path.resolve('node_modules/.cache', `chromium-${version}`)
  const file = path.join(folder, 'chromium')
  if (!existsSync(file)) {
    mkdirSync(path.dirname(folder), { recursive: true })
    const unpacked = mkdtempSync(`${folder}-`)
    const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      env: { ...process.env, TMPDIR: unpacked },
    })
    // Another process may have been faster.
    if (status === 0 && !existsSync(folder)) renameSync(unpacked, folder)
    else rmSync(unpacked, { recursive: true, force: true })
  }
  return starts(file) ? file : null
}

const UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()"

function starts(file: string) {
  return existsSync(file) && spawnSync(file, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0
}
