import { detectHallucinations } from '../hallucination/detect-hallucinations'

/** The claims of an output that a source contradicts, as they are written. */
export function contradictedBy(source: string, output: string): string[] {
  return detectHallucinations({ output, sources: [{ id: 's', text: source }] }).findings.flatMap(({ verdict, span }) =>
    verdict === 'contradicted' ? span.text : [],
  )
}
