import { Onboarding } from '@/components/onboarding/onboarding'
import { Button } from '@/components/ui/button'

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
