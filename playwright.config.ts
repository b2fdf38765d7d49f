import { defineConfig, devices } from '@playwright/test'

// scripts/test.ts starts the built app on a database of its own and says here where it and the browser are.
const executablePath = process.env.CHROMIUM_PATH

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  forbidOnly: true,
  // A machine that is busy with other work may be late once: scripts/testing/tally.ts says how many journeys may pass at a second try.
  retries: 1,
  workers: 3,
  timeout: 240_000,
  globalTimeout: 40 * 60_000,
  // Longer than any page takes on a machine that is busy with other work; what is there passes at once.
  expect: { timeout: 30_000 },
  use: {
    // A click or a key that got lost says so long before the test's own end.
    actionTimeout: 60_000,
    baseURL: process.env.E2E_BASE_URL,
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
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
