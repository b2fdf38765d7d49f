import { defineConfig, devices } from '@playwright/test'
import './scripts/provision/typescript.mjs'

// Node removes the types in place, so positions need no source maps, which Playwright would look up for every frame of every call.
Reflect.deleteProperty(Error, 'prepareStackTrace')

// Playwright stays at 1.59: since 1.60, every poll of an assertion that does not hold yet describes the whole page for a possible message,
// an eighth of the browser's work.

// scripts/test.ts starts the built app on its own database and sets the addresses of the app and the browser.
const executablePath = process.env.CHROMIUM_PATH
// The processes of a browser share memory through files in its temporary folder.
const TMPDIR = process.env.E2E_BROWSER_FOLDER

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  // A busy machine may be slow once: scripts/testing/tally.ts limits how many journeys may pass on the second try.
  retries: 1,
  workers: 3,
  timeout: 240_000,
  globalTimeout: 40 * 60_000,
  // Longer than any page takes on a busy machine; assertions that already hold pass immediately.
  expect: { timeout: 30_000 },
  use: {
    // A lost click, key press or navigation fails long before the timeout of the test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    baseURL: process.env.E2E_BASE_URL,
    launchOptions: {
      ...(executablePath && { executablePath }),
      ...(TMPDIR && { env: { ...process.env, TMPDIR } }),
      args: [
        '--no-sandbox',
        // A journey's pages are gone before code that was optimized for them pays: compiling it took a tenth of the browser's work.
        '--js-flags=--no-maglev --no-turbofan',
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
        '--disable-component-update',
      ],
    },
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'first-start', testMatch: '**/*.setup.ts' },
    {
      name: 'desktop',
      testMatch: '**/*.spec.ts',
      use: { ...devices['Desktop Chrome'] },
      dependencies: ['first-start'],
    },
  ],
})
