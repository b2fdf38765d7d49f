import dynamic from 'next/dynamic'
import { Button } from '@/components/ui/button'

// Only a project without a run shows it.
const Onboarding = dynamic(() => import('@/components/onboarding/onboarding').then((module) => module.Onboarding))

type FirstRunsProps = { project: string; hasRuns: boolean; onLeave: () => void }

/** What a project without runs shows, and the way on once runs have come. */
export function FirstRuns({ project, hasRuns, onLeave }: FirstRunsProps) {
  return (
    <>
      <Onboarding project={project} />
      {hasRuns && (
        <p className="mx-auto mt-6 max-w-3xl animate-arrive">
          <Button variant="primary" onClick={onLeave}>
            Show the overview
          </Button>
        </p>
      )}
    </>
  )
}
