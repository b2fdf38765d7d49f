import { expect, test } from '@playwright/test'
import { firstAdmin } from './people'

const setupUrl = process.env.E2E_SETUP_URL ?? ''

test('the set-up link creates the first admin, and works once', async ({ page, browser }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('note')).toContainText('No accounts yet')

  await page.goto(setupUrl)
  await expect(page.getByRole('heading', { name: 'Set up the desk' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Your name' }).fill(firstAdmin.name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(firstAdmin.email)
  await page.getByLabel('Password').fill(firstAdmin.password)
  await page.getByRole('button', { name: 'Create the first admin' }).click()
  await expect(page).toHaveURL(/\/p\/default$/)
  await expect(page.getByRole('heading', { name: 'Send the first run' })).toBeVisible()
  await expect(page.getByRole('button', { name: `Account of ${firstAdmin.name}` })).toBeVisible()

  const elsewhere = await browser.newPage()
  await elsewhere.goto(setupUrl)
  await expect(elsewhere.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await elsewhere.getByRole('link', { name: 'Go to sign-in' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(elsewhere.getByRole('note')).toBeHidden()
  await elsewhere.close()
})
