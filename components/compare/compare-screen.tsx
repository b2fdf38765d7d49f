'use client'

import dynamic from 'next/dynamic'

const RunsComparison = dynamic(() => import('./runs-comparison').then((module) => module.RunsComparison))
const VersionsComparison = dynamic(() => import('./versions-comparison').then((module) => module.VersionsComparison))

type ComparedSides = { kind: 'runs'; a: string; b: string } | { kind: 'versions'; chain: string; a: string; b: string }

/** Comparison of two runs or two versions. */
export function CompareScreen({ project, sides }: { project: string; sides: ComparedSides }) {
  return sides.kind === 'runs' ? (
    <RunsComparison project={project} a={sides.a} b={sides.b} />
  ) : (
    <VersionsComparison project={project} chain={sides.chain} a={sides.a} b={sides.b} />
  )
}
