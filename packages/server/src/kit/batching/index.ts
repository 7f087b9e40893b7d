export { GroupCommit, type GroupCommitOptions } from './group-commit.ts';
export { OwnerGroups } from './owner-groups.ts';
