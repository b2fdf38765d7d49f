import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { makeProject } from '../testing/factories'
import { deleteThinkingTemplate, listThinkingTemplates, putThinkingTemplate } from './templates'

type Template = Parameters<typeof putThinkingTemplate.run>[1]['template']

const tool = { tool_name: 'read_file', confidence: 0.9, rationale: 'Read it', priority: 1 }
const step = { step_description: 'Read', expected_outcome: 'Known', recommended_tools: [tool] }
const templateOf = (change: object = {}): Template => ({ keywords: ['licence'], steps: [{ ...step, ...change }] })

describe('the workflows of a project', () => {
  it('are not replaced over what another admin saved or removed meanwhile', async () => {
    const { as, key } = await makeProject()
    const [ada, ben] = [await as('admin', 'Ada'), await as('admin', 'Ben')]
    const put = (ctx: typeof ada, purpose: string, expected?: string | null) =>
      putThinkingTemplate.run(ctx, { name: 'licence', template: templateOf({ expected_outcome: purpose }), expected })
    const first = (await put(ada, 'first', null)).template.updatedAt
    // Two saves within a millisecond would be one version.
    const later = { ...ada, now: () => new Date(Date.now() + 1000) }
    const second = (await put(later, 'second', first)).template.updatedAt
    for (const expected of [first, null])
      await expect(put(ben, 'third', expected)).rejects.toMatchObject({
        code: 'conflict',
        message: 'Ada has saved "licence" meanwhile',
      })
    const outcomes = async () =>
      (await listThinkingTemplates.run(key, {})).templates
        .filter(({ isBuiltIn }) => !isBuiltIn)
        .map(({ template }) => template.steps[0]?.expected_outcome)
    expect(await outcomes()).toEqual(['second'])
    await deleteThinkingTemplate.run(ada, { name: 'licence' })
    await expect(put(ben, 'third', second)).rejects.toMatchObject({
      code: 'conflict',
      message: '"licence" was removed meanwhile',
    })
    await put(ben, 'third')
    expect(await outcomes()).toEqual(['third'])
  })

  it('that two admins save at the same time is saved by one of them', async () => {
    const { as } = await makeProject()
    const admins = await Promise.all(['Ada', 'Ben', 'Cleo'].map((name) => as('admin', name)))
    const saved = await Promise.allSettled(
      admins.map((admin) =>
        putThinkingTemplate.run(admin, { name: 'licence', template: templateOf(), expected: null }),
      ),
    )
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('add to the built-in ones or override them, and can be removed', async () => {
    const { as, key, project } = await makeProject()
    const admin = await as('admin', 'Ada')
    const names = async () =>
      (await listThinkingTemplates.run(key, {})).templates.map((row) => [row.name, row.isBuiltIn, row.isOverride])
    await putThinkingTemplate.run(admin, { name: 'licence', template: templateOf() })
    const { template } = await putThinkingTemplate.run(admin, { name: 'test', template: templateOf() })
    expect(template).toMatchObject({ name: 'test', isOverride: true, updatedBy: 'Ada' })
    expect(await names()).toEqual([
      ['licence', false, false],
      ['test', false, true],
      ['compatibility', true, false],
      ['version', true, false],
      ['syntax', true, false],
    ])
    await deleteThinkingTemplate.run(admin, { name: 'test' })
    expect(await names()).toContainEqual(['test', true, false])
    await expect(deleteThinkingTemplate.run(admin, { name: 'test' })).rejects.toMatchObject({ code: 'not_found' })
    const events = await getDb().auditEvent.findMany({ where: { projectId: project.id }, orderBy: { id: 'asc' } })
    expect(events.map((event) => event.action)).toEqual([
      'thinking.template-put',
      'thinking.template-put',
      'thinking.template-deleted',
    ])
    const other = await makeProject()
    expect((await listThinkingTemplates.run(other.key, {})).templates).toHaveLength(4)
  })

  it.each<[string, object, string]>([
    [
      'a confidence above 1',
      { recommended_tools: [{ ...tool, confidence: 1.2 }] },
      'template.steps[0].recommended_tools[0].confidence',
    ],
    ['an unknown field', { colour: 'red' }, 'template.steps[0].colour'],
    ['an empty text', { expected_outcome: ' ' }, 'template.steps[0].expected_outcome'],
    [
      'tavily',
      { recommended_tools: [{ ...tool, alternatives: ['x', 'tavily_search'] }] },
      'template.steps[0].recommended_tools[0].alternatives[1]',
    ],
    [
      'tavily inside inputs',
      { recommended_tools: [{ ...tool, suggested_inputs: { server: 'Tavily' } }] },
      'template.steps[0].recommended_tools[0].suggested_inputs',
    ],
    ['a later step to revise', { revise_step_on_failure: 2 }, 'template.steps[0].revise_step_on_failure'],
  ])('rejects %s and names the field', async (_, change, path) => {
    const admin = await (await makeProject()).as('admin')
    const put = putThinkingTemplate.run(admin, { name: 'licence', template: templateOf(change) })
    await expect(put).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path }] })
  })
})
