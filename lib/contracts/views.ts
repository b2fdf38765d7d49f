import { z } from 'zod'
import { contract } from './contract'
import { id, identifier, isoTime, plainText } from './primitives'
import { viewScopes, viewScreens } from './vocabulary'

const viewName = identifier(80)
const query = plainText(4000).describe('Filters, order and columns, as in the address after the "?"')
const screen = z.enum(viewScreens)
const scope = z.enum(viewScopes).describe('own: only yours; shared: for everyone in the project')

export const savedView = z.object({
  id,
  screen,
  name: viewName,
  scope,
  query,
  owner: z.object({ id, name: z.string() }),
  isMine: z.boolean(),
  isDefault: z.boolean().describe('Whether your list opens with it'),
  mayChange: z.boolean(),
  updatedAt: isoTime,
})

const common = { tag: 'views', scope: 'member' } as const

export const listViews = contract({
  ...common,
  name: 'views.list',
  summary: 'List the saved views of a list: your own and the shared ones.',
  target: 'GET /api/v1/views',
  input: z.strictObject({ screen: screen.optional() }),
  output: z.object({ views: z.array(savedView), mayShare: z.boolean() }),
})

export const createView = contract({
  ...common,
  name: 'views.create',
  summary: 'Save the filters, order and columns of a list under a name.',
  target: 'POST /api/v1/views',
  status: 201,
  input: z.strictObject({ screen, name: viewName, scope: scope.default('own'), query }),
  output: z.object({ view: savedView }),
})

export const updateView = contract({
  ...common,
  name: 'views.update',
  summary: 'Rename, share or overwrite a saved view, or make it the default of your list.',
  hints: { idempotent: true },
  target: 'PATCH /api/v1/views/{viewId}',
  input: z.strictObject({
    viewId: id,
    name: viewName.optional(),
    scope: scope.optional(),
    query: query.optional(),
    isDefault: z.boolean().optional(),
  }),
  output: z.object({ view: savedView }),
})

export const deleteView = contract({
  ...common,
  name: 'views.delete',
  summary: 'Remove a saved view. It can be restored for a day.',
  hints: { destructive: true },
  target: 'DELETE /api/v1/views/{viewId}',
  input: z.strictObject({ viewId: id }),
  output: z.object({}),
})

export const restoreView = contract({
  ...common,
  name: 'views.restore',
  summary: 'Restore a saved view that was removed, for everyone whose list opened with it.',
  hints: { idempotent: true },
  target: 'POST /api/v1/views/{viewId}/restore',
  input: z.strictObject({ viewId: id }),
  output: z.object({ view: savedView }),
})

export type SavedView = z.infer<typeof savedView>
