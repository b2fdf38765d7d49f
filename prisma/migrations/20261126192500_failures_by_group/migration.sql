-- Runs are found by a class of failure through its groups: the summary names only the first failure of a run.
DROP INDEX "run_summary_failure_class_idx";
