import { notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  accepted,
  defineRoute,
  fromRecord,
  ok,
  okList,
  pageOf,
  toMoment,
} from '../../../../kit/http/index.ts';
import { parseId, uuidOf } from '../../../../kit/ids.ts';
import { readOperations, writeOperations } from '../../terms/wire.ts';
import { findBackup, listBackups } from './backup.repository.ts';
import {
  backupList,
  backupParams,
  backupRecord,
  createBackupBody,
  listBackupsQuery,
  listRestoresQuery,
  restoreBody,
  restoreList,
  restoreParams,
  restoreRecord,
  toBackupRecord,
  toRestoreRecord,
} from './backup.schema.ts';
import type { BackupService } from './backup-service.ts';
import { requestBackup } from './request-backup.ts';
import { requestRestore } from './request-restore.ts';
import { findRestore, listRestores } from './restore.repository.ts';

const base = '/v1/contracts';

export function backupRoutes(service: () => BackupService): AnyRoute[] {
  return [
    defineRoute({
      ...writeOperations,
      method: 'POST',
      path: `${base}/backups`,
      operationId: 'createBackup',
      summary: 'Back up the contracts data of the environment',
      description:
        'Contracts, versions, transactions, alert rules, alerts, ingestion rules and jobs, as they are at one moment.',
      body: createBackupBody,
      bodyOptional: true,
      responses: { 202: backupRecord },
      errors: ['invalid_state'],
      handler: async ({ principal, body, newId }) =>
        accepted(
          toBackupRecord(
            await requestBackup(service(), {
              orgId: principal.orgId,
              environment: principal.environment,
              id: uuidOf(newId('bkp')),
              backupType: body?.backup_type ?? 'full',
              encryption: body?.encryption ?? true,
              compression: body?.compression ?? true,
              retentionDays: body?.retention_days ?? 30,
            }),
          ),
        ),
    }),
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: `${base}/backups`,
      operationId: 'listBackups',
      reads: 'replica',
      summary: 'List backups',
      description: 'Newest first.',
      query: listBackupsQuery,
      responses: { 200: backupList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const filter = { status: query.status, backupType: query.backup_type };
        const { backups, total } = await listBackups(service().db, principal, filter, page);
        return okList('backups', backups.map(toBackupRecord), total, page);
      },
    }),
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: `${base}/backups/:id`,
      operationId: 'getBackup',
      summary: 'Read a backup',
      params: backupParams,
      responses: { 200: backupRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('bkp', params.id);
        const backup = id && (await findBackup(service().db, principal, id));
        if (!backup) throw notFound('backup');
        return ok(toBackupRecord(backup));
      },
    }),
    ...restoreRoutes(service),
  ];
}

function restoreRoutes(service: () => BackupService): AnyRoute[] {
  return [
    defineRoute({
      ...writeOperations,
      method: 'POST',
      path: `${base}/backups/:id/restore`,
      operationId: 'restoreBackup',
      summary: 'Restore a backup into another environment',
      description:
        'In the background, all or nothing. The running environment is not touched. The copy is not live: its transactions are not sent again, its rules do not watch, its jobs do not run.',
      params: backupParams,
      body: restoreBody,
      responses: { 202: restoreRecord },
      errors: ['not_found', 'invalid_state', 'forbidden'],
      handler: async ({ principal, params, body, newId }) => {
        const backupId = parseId('bkp', params.id);
        if (backupId === undefined) throw notFound('backup');
        const restore = await requestRestore(service(), {
          orgId: principal.orgId,
          environment: principal.environment,
          id: uuidOf(newId('rst')),
          backupId,
          verifyIntegrity: true,
          ...fromRecord(restoreBody, body),
          pointInTime: body.point_in_time === undefined ? null : toMoment(body.point_in_time),
        });
        return accepted(toRestoreRecord(restore));
      },
    }),
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: `${base}/restores`,
      operationId: 'listRestores',
      reads: 'replica',
      summary: 'List restores',
      description: 'Newest first: those of backups of the environment, and those that were made into it.',
      query: listRestoresQuery,
      responses: { 200: restoreList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { restores, total } = await listRestores(service().db, principal, query.status, page);
        return okList('restores', restores.map(toRestoreRecord), total, page);
      },
    }),
    defineRoute({
      ...readOperations,
      method: 'GET',
      path: `${base}/restores/:id`,
      operationId: 'getRestore',
      summary: 'Follow a restore',
      description: 'With a key of the environment that it came from, or of the one that it went to.',
      params: restoreParams,
      responses: { 200: restoreRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('rst', params.id);
        const restore = id && (await findRestore(service().db, principal, id));
        if (!restore) throw notFound('restore');
        return ok(toRestoreRecord(restore));
      },
    }),
  ];
}
