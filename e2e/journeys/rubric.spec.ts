import { getRubric, putRubric } from '@/lib/contracts/rubrics'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'

test('a question is typed as soon as it is added, refused where it stands, and not lost by a click elsewhere', async ({
  desk,
}) => {
  await sendRuns(desk, [runBody({ chain: 'answers' })])
  const page = await desk.open('admin', '/review/rubric?chain=answers')
  const question = page.getByRole('textbox', { name: 'Question 1' })
  await page.getByRole('button', { name: 'Add a question' }).click()
  await expect(question).toBeFocused()
  await page.keyboard.type('What kind of fault is it?')
  await expect(question).toHaveValue('What kind of fault is it?')
  await page.getByRole('combobox', { name: 'Kind of question 1' }).click()
  await page.getByRole('option', { name: 'One of several' }).click()
  const choices = page.getByRole('textbox', { name: 'Choices' })
  await choices.fill('Wrong tool')
  await page.getByRole('textbox', { name: 'Hint' }).fill('The first one that shows.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(choices).toHaveAccessibleDescription('Two to nine different choices, separated by commas.')
  await expect(choices).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('combobox', { name: 'Chain' })).toBeDisabled()

  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('navigation').getByRole('link', { name: 'Failures' }).first().click()
  await leave.getByRole('button', { name: 'Stay' }).click()
  await choices.fill('Wrong tool, Wrong arguments')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Version 1 by')).toBeVisible()
  const { rubric } = await desk.send(getRubric, { chain: 'answers' })
  expect(rubric.items).toMatchObject([
    { hint: 'The first one that shows.', options: ['Wrong tool', 'Wrong arguments'] },
  ])
  await page.getByRole('button', { name: 'Remove question 1' }).click()
  await expect(page.getByRole('button', { name: 'Add a question' })).toBeFocused()
})

test('questions that another admin saved meanwhile are kept, with their hints', async ({ desk }) => {
  await sendRuns(desk, [runBody({ chain: 'answers' })])
  const page = await desk.open('admin', '/review/rubric?chain=answers')
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByRole('textbox', { name: 'Question 1' }).fill('Is it right?')
  const theirs = {
    key: 'helpful',
    label: 'How helpful is it?',
    hint: 'To the customer.',
    kind: 'scale' as const,
    points: 5,
  }
  await desk.as('admin')(putRubric, { chain: 'answers', expected: 0, items: [theirs] })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('saved other questions in the meantime')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Question 1' })).toHaveValue('How helpful is it?')
  await expect(page.getByRole('textbox', { name: 'Question 2' })).toHaveValue('Is it right?')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Version 2 by')).toBeVisible()
  const { rubric } = await desk.send(getRubric, { chain: 'answers' })
  expect(rubric.items).toMatchObject([theirs, { key: 'is_it_right', label: 'Is it right?' }])
})
