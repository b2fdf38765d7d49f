import type { BlindSubjects } from '../blind-reviews/find'
import { coverMention, GATE_LINK } from './notify'

type Told = { kind: string; text: string; link: string }

/** Whether the text of such a notification may quote others about a run. */
export const mayQuote = ({ kind }: Pick<Told, 'kind'>) => kind === 'mentioned' || kind === 'gate_decided'

/** The text of a notification as a person with these blind reviews may read it, in the app and by mail: without what others said of such a run. */
export function coverNotice({ kind, text, link }: Told, { runs, gates }: BlindSubjects): string {
  if (kind === 'mentioned' && runs.some((id) => link.startsWith(`/runs/${id}`))) return coverMention(text)
  if (kind === 'gate_decided' && gates.has(GATE_LINK.exec(link)?.[1] ?? ''))
    return 'A gate was decided. How is shown once you have given your verdict on its run'
  return text
}
