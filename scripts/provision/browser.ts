import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium as playwright } from '@playwright/test'
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
export async function findBrowser(): Promise<string | null> {
  const given = process.env.CHROMIUM_PATH
  if (given && starts(given)) return given
  return (await unpackBrowser()) ?? [playwright.executablePath(), ...installed].find(starts) ?? null
}

/**
 * Like `findBrowser`, and installs the system's Chromium if that is possible unattended (Debian and derivatives, as root).
 * @throws Refusal saying what to install
 */
export async function provideBrowser(): Promise<string> {
  const found = await findBrowser()
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

async function unpackBrowser() {
  try {
    const { default: carried } = await import('@sparticuz/chromium')
    const file = await carried.executablePath()
    return starts(file) ? file : null
  } catch {
    return null
  }
}

function starts(file: string) {
  return existsSync(file) && spawnSync(file, ['--version', '--no-sandbox'], { timeout: 20_000 }).status === 0
}
