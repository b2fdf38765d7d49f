import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { InputOf } from '@/lib/contracts/contract'
import { clearThinkingHistory } from '@/lib/contracts/thinking/sessions'
import { listThinkingTemplates, putThinkingTemplate } from '@/lib/contracts/thinking/templates'
import { sequentialThinkingQa } from '@/lib/contracts/thinking/think'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { TAILWIND_SESSION, thinkTailwind } from '../thoughts'

const SESSION_PATH = `/thinking/${encodeURIComponent(TAILWIND_SESSION)}`

const thoughts = (page: Page) => page.getByRole('list', { name: 'Thoughts' }).getByRole('listitem')

const think = (desk: Desk, number: number, fields: Partial<InputOf<typeof sequentialThinkingQa>> = {}) =>
  desk.send(sequentialThinkingQa, {
    session_id: 'upgrade',
    thought: `Thought number ${number}`,
    thought_number: number,
    total_thoughts: 4,
    next_thought_needed: true,
    verification_target: 'Tailwind CSS version',
    ...fields,
  })

test('the tree of a session grows while the agent adds thoughts', async ({ desk }) => {
  const list = await desk.open('viewer', '/thinking')
  await expect(list.getByRole('heading', { name: 'No thinking sessions yet' })).toBeVisible()
  await think(desk, 1)
  await list.getByRole('link', { name: 'Tailwind CSS version' }).click()
  await expect(list.getByRole('heading', { name: 'Tailwind CSS version', level: 1 })).toBeVisible()
  await expect(thoughts(list)).toHaveCount(1)

  await think(desk, 2, { step_outcome: 'multiple_options' })
  await expect(thoughts(list)).toHaveCount(2)
  await expect(thoughts(list).nth(1)).toContainText('Several options')
  await expect(thoughts(list).nth(1)).toContainText('suggests a branch')

  await think(desk, 3)
  await think(desk, 3, { thought: 'Another way', branch_from_thought: 2, branch_id: 'alternative-1' })
  await think(desk, 4, { thought: 'Do 3 anew', is_revision: true, revises_thought: 3, next_thought_needed: false })
  await expect(thoughts(list)).toHaveCount(5)
  await expect(thoughts(list)).toContainText([
    'Thought number 1',
    'Thought number 2',
    /Another way.*alternative-1 from 2/s,
    /Thought number 3.*revised by 4/s,
    /Do 3 anew.*revises 3/s,
  ])
  await expect(list.getByRole('main')).toContainText('Finished')

  await desk.send(clearThinkingHistory, { session_id: 'upgrade' })
  await expect(list.getByText('No thoughts kept')).toBeVisible()
  await think(desk, 1, { thought: 'Begin again' })
  await expect(thoughts(list)).toContainText(['Begin again'])
})

test('a thought opens with its step, tools and confidence factors by keyboard alone', async ({ desk }) => {
  await thinkTailwind(desk)
  const page = await desk.open('reviewer', SESSION_PATH)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const opened = thoughts(page).nth(1)
  const tools = opened.getByRole('list', { name: 'Recommended tools' })
  await expect(opened).toContainText('Retrieve current Tailwind configuration approach from docs')
  await expect(tools.getByRole('listitem').nth(1)).toContainText(
    /mcp-omnisearch:kagi_search.*0\.63.*0\.70 template.*× 0\.90 alternative/s,
  )
  await expect(opened).toContainText('The agent lacks: browser_action, use_mcp_tool')
  await expect(opened.getByRole('note')).toContainText('branch alternative-1 from thought 2')
  await page.keyboard.press('Enter')
  await expect(tools).toBeHidden()
  await page.keyboard.press('k')
  await expect(thoughts(page).first().getByRole('button')).toBeFocused()
})

test('a session is downloaded as Markdown', async ({ desk }) => {
  await thinkTailwind(desk)
  const page = await desk.open('viewer', SESSION_PATH)
  const saved = page.waitForEvent('download')
  await page.keyboard.press('e')
  const download = await saved
  expect(download.suggestedFilename()).toBe('thinking-tailwind-css-version.md')
  const text = await readFile(await download.path(), 'utf8')
  expect(text).toMatch(/^# Tailwind CSS version\n/)
  expect(text).toContain('## Branch `alternative-1`, from thought 2')
  expect(text).toContain('> Build failed due to a syntax error.')
})

test('an admin adds a template, which the next thought follows; an error names its field', async ({ desk }) => {
  const page = await desk.open('admin', '/settings/templates')
  await page.getByRole('button', { name: 'Add a template' }).click()
  const editor = page.getByRole('form', { name: 'New template' })
  await editor.getByRole('textbox', { name: 'Name' }).fill('licence')
  const field = editor.getByRole('textbox', { name: 'Template' })
  const text = await field.inputValue()
  await field.fill(text.replace('0.9', '1.9'))
  await expect(editor.getByRole('note')).toContainText('steps[0].recommended_tools[0].confidence')
  await field.fill(text)
  await expect(editor.getByRole('list', { name: 'Steps' })).toContainText('read_file 0.90')
  // Another template is not opened over this one unasked.
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('button', { name: 'Replace version', exact: true }).click()
  await asked.getByRole('button', { name: 'Stay' }).click()
  await expect(editor.getByRole('textbox', { name: 'Name' })).toHaveValue('licence')
  await page.getByRole('button', { name: 'Replace version', exact: true }).click()
  await asked.getByRole('button', { name: 'Leave' }).click()
  const other = page.getByRole('form', { name: 'Edit version' })
  await expect(other.getByRole('textbox', { name: 'Name' })).toHaveValue('version')
  await page.getByRole('button', { name: 'Add a template' }).click()
  await editor.getByRole('textbox', { name: 'Name' }).fill('licence')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /^licence/ })).toBeVisible()
  const answer = await think(desk, 1, { verification_target: 'The licence' })
  expect(answer).toMatchObject({ workflow: 'licence', current_step: { step_count: 1 } })

  const viewer = await desk.open('viewer', '/settings/templates')
  await expect(viewer.getByRole('row', { name: /^licence/ })).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Add a template' })).toBeHidden()
})

test('a template that another admin saved meanwhile is replaced only when asked a second time', async ({ desk }) => {
  const { templates } = await desk.as('admin')(listThinkingTemplates, {})
  const [template] = templates.map((view) => view.template)
  if (!template) throw new Error('no built-in template')
  await desk.as('admin')(putThinkingTemplate, { name: 'house', template })
  const page = await desk.open('admin', '/settings/templates')
  await page.getByRole('button', { name: 'Edit house' }).click()
  const editor = page.getByRole('form', { name: 'Edit house' })
  const field = editor.getByRole('textbox', { name: 'Template' })
  const mine = (await field.inputValue()).replace('"keywords": [', '"keywords": [ "mine",')
  await field.fill(mine)
  await desk.as('admin')(putThinkingTemplate, { name: 'house', template: { ...template, keywords: ['theirs'] } })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByRole('note').filter({ hasText: 'Not saved' })).toContainText('has saved "house" meanwhile')
  await expect(field).toHaveValue(mine)
  await expect(page.getByRole('row', { name: /^house/ })).toContainText('theirs')
  await editor.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByRole('row', { name: /^house/ })).toContainText('mine')
})
