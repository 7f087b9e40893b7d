import type { Setting } from './terraform-tables.ts';

const oldVersion = /^"(?:TLS_?)?v?1[._]?[01]?(?:_2016)?"$|SSLv3|TLS1_[01]"|TLS-1-[01]/i;

const aws: readonly Setting[] = [
  [
    'aws_db_instance aws_rds_cluster aws_docdb_cluster aws_neptune_cluster',
    'storage_encrypted',
    'encryption',
    'on',
  ],
  ['aws_ebs_volume aws_efs_file_system aws_redshift_cluster', 'encrypted', 'encryption', 'on'],
  ['aws_launch_configuration aws_instance', 'root_block_device.encrypted', 'encryption', 'kept'],
  ['aws_launch_configuration aws_instance', 'ebs_block_device.encrypted', 'encryption', 'kept'],
  ['aws_kinesis_stream', 'encryption_type', 'encryption', 'set'],
  ['aws_kinesis_stream', 'encryption_type', 'encryption', /^"NONE"$/i],
  ['aws_sqs_queue', 'sqs_managed_sse_enabled', 'encryption', 'kept'],
  ['aws_elasticsearch_domain aws_opensearch_domain', 'encrypt_at_rest.enabled', 'encryption', 'on'],
  ['aws_elasticsearch_domain aws_opensearch_domain', 'node_to_node_encryption.enabled', 'transit', 'on'],
  [
    'aws_elasticsearch_domain aws_opensearch_domain',
    'domain_endpoint_options.tls_security_policy',
    'oldTls',
    /Min-TLS-1-[01]/,
  ],
  ['aws_workspaces_workspace', 'user_volume_encryption_enabled', 'encryption', 'on'],
  ['aws_workspaces_workspace', 'root_volume_encryption_enabled', 'encryption', 'on'],
  ['aws_codebuild_project', 'artifacts.encryption_disabled', 'encryption', 'off'],
  ['aws_codebuild_project', 'secondary_artifacts.encryption_disabled', 'encryption', 'off'],
  [
    'aws_athena_workgroup',
    'configuration.result_configuration.encryption_configuration',
    'encryption',
    'set',
  ],
  ['aws_sns_topic', 'kms_master_key_id', 'encryption', 'set'],
  ['aws_api_gateway_domain_name', 'security_policy', 'oldTls', oldVersion],
  ['aws_kms_key', 'enable_key_rotation', 'rotation', 'on'],
  ['aws_dynamodb_table', 'point_in_time_recovery.enabled', 'backup', 'on'],
  ['aws_db_instance aws_rds_cluster', 'backup_retention_period', 'backup', /^0$/],
  ['aws_db_instance aws_docdb_cluster', 'enabled_cloudwatch_logs_exports', 'logs', 'set'],
  ['aws_eks_cluster', 'enabled_cluster_log_types', 'logs', 'set'],
  ['aws_eks_cluster', 'vpc_config.endpoint_public_access', 'wideReach', 'never'],
  ['aws_elb aws_lb aws_alb', 'access_logs', 'logs', 'set'],
  ['aws_elb aws_lb aws_alb', 'access_logs.enabled', 'logs', 'kept'],
  ['aws_lambda_function', 'tracing_config.mode', 'logs', /^"PassThrough"$/],
  ['aws_ecr_repository', 'image_tag_mutability', 'images', 'set'],
  ['aws_ecr_repository', 'image_tag_mutability', 'images', /^"MUTABLE"$/],
  ['aws_ecr_repository', 'image_scanning_configuration.scan_on_push', 'scan', 'on'],
  ['aws_subnet aws_default_subnet', 'map_public_ip_on_launch', 'wideReach', 'off'],
  ['aws_instance aws_launch_configuration', 'associate_public_ip_address', 'wideReach', 'off'],
  ['aws_launch_template', 'network_interfaces.associate_public_ip_address', 'wideReach', 'off'],
  ['aws_dms_replication_instance aws_mq_broker', 'publicly_accessible', 'reach', 'off'],
  ['aws_transfer_server', 'endpoint_type', 'wideReach', /^"PUBLIC"$/],
  ['aws_launch_template', 'metadata_options.http_tokens', 'machine', 'set'],
];

const azure: readonly Setting[] = [
  [
    'azurerm_cosmosdb_account azurerm_mssql_server azurerm_mysql_server azurerm_mariadb_server azurerm_postgresql_server azurerm_redis_cache azurerm_search_service azurerm_data_factory azurerm_cognitive_account azurerm_eventgrid_domain azurerm_eventgrid_topic azurerm_storage_sync',
    'public_network_access_enabled',
    'wideReach',
    'never',
  ],
  ['azurerm_storage_sync', 'incoming_traffic_policy', 'wideReach', /^"AllowAllTraffic"$/],
  ['azurerm_kubernetes_cluster', 'private_cluster_enabled', 'wideReach', 'on'],
  ['azurerm_kubernetes_cluster', 'role_based_access_control_enabled', 'identity', 'kept'],
  [
    'azurerm_app_service azurerm_function_app azurerm_linux_web_app',
    'auth_settings.enabled',
    'identity',
    'on',
  ],
  ['azurerm_app_service azurerm_linux_web_app azurerm_windows_web_app', 'logs', 'logs', 'set'],
  ['azurerm_app_service', 'client_cert_enabled', 'identity', /^false$/],
  ['azurerm_app_service azurerm_function_app', 'https_only', 'transit', 'on'],
  ['azurerm_app_service', 'site_config.min_tls_version', 'oldTls', oldVersion],
  ['azurerm_storage_account', 'network_rules.default_action', 'wideReach', /^"Allow"$/],
  ['azurerm_key_vault', 'purge_protection_enabled', 'backup', 'on'],
  ['azurerm_key_vault', 'network_acls', 'wideReach', 'set'],
  ['azurerm_kusto_cluster', 'disk_encryption_enabled', 'encryption', 'on'],
  ['azurerm_kusto_cluster', 'enable_disk_encryption', 'encryption', /^false$/],
  [
    'azurerm_mysql_server azurerm_postgresql_server',
    'infrastructure_encryption_enabled',
    'encryption',
    /^false$/,
  ],
  ['azurerm_data_lake_store', 'encryption_state', 'encryption', /^"Disabled"$/],
  ['azurerm_automation_variable_string azurerm_automation_variable_int', 'encrypted', 'encryption', 'on'],
  ['azurerm_automation_variable_bool azurerm_automation_variable_datetime', 'encrypted', 'encryption', 'on'],
  [
    'azurerm_linux_virtual_machine azurerm_windows_virtual_machine',
    'encryption_at_host_enabled',
    'encryption',
    'on',
  ],
  ['azurerm_linux_virtual_machine', 'disable_password_authentication', 'identity', /^false$/],
];

/** Any public address counts, whatever its value. */
const any = /./;

const google: readonly Setting[] = [
  ['google_container_cluster', 'private_cluster_config', 'wideReach', 'set'],
  ['google_container_cluster', 'master_authorized_networks_config', 'wideReach', 'set'],
  ['google_container_cluster', 'enable_legacy_abac', 'identity', 'off'],
  ['google_container_cluster', 'network_policy.enabled', 'machine', /^false$/],
  ['google_container_cluster', 'logging_service', 'logs', /^"none"$/],
  ['google_container_cluster', 'monitoring_service', 'logs', /^"none"$/],
  [
    'google_container_cluster',
    'master_auth.client_certificate_config.issue_client_certificate',
    'identity',
    'off',
  ],
  [
    'google_container_cluster google_container_node_pool',
    'metadata.disable-legacy-endpoints',
    'machine',
    /^false$/,
  ],
  ['google_compute_instance google_compute_instance_template', 'can_ip_forward', 'machine', 'off'],
  [
    'google_compute_instance google_compute_instance_template',
    'network_interface.access_config',
    'wideReach',
    any,
  ],
  ['google_compute_instance', 'metadata.serial-port-enable', 'machine', 'off'],
  [
    'google_compute_instance google_compute_project_metadata',
    'metadata.enable-oslogin',
    'identity',
    /^"?false"?$/i,
  ],
  ['google_compute_subnetwork', 'private_ip_google_access', 'wideReach', 'on'],
  ['google_compute_subnetwork', 'log_config', 'logs', 'set'],
  ['google_compute_ssl_policy', 'min_tls_version', 'oldTls', 'set'],
  ['google_compute_ssl_policy', 'min_tls_version', 'oldTls', oldVersion],
  ['google_redis_instance', 'auth_enabled', 'identity', 'on'],
  ['google_redis_instance', 'transit_encryption_mode', 'transit', 'set'],
  ['google_redis_instance', 'transit_encryption_mode', 'transit', /^"DISABLED"$/],
  ['google_sql_database_instance', 'settings.ip_configuration.require_ssl', 'transit', /^false$/],
  ['google_sql_database_instance', 'settings.ip_configuration.ipv4_enabled', 'wideReach', 'off'],
  ['google_storage_bucket', 'uniform_bucket_level_access', 'wideReach', 'on'],
  ['google_storage_bucket', 'logging', 'logs', 'set'],
  ['google_kms_crypto_key', 'lifecycle.prevent_destroy', 'backup', 'kept'],
  ['google_project', 'auto_create_network', 'machine', 'never'],
  ['google_notebooks_instance', 'no_public_ip', 'wideReach', 'on'],
  ['google_data_fusion_instance', 'private_instance', 'wideReach', 'on'],
  ['google_data_fusion_instance', 'enable_stackdriver_logging', 'logs', 'on'],
  ['google_data_fusion_instance', 'enable_stackdriver_monitoring', 'logs', 'on'],
  ['google_dataflow_job', 'ip_configuration', 'wideReach', 'set'],
  ['google_dataflow_job', 'ip_configuration', 'wideReach', /^"WORKER_IP_PUBLIC"$/],
  ['google_dataproc_cluster', 'cluster_config.gce_cluster_config.internal_ip_only', 'wideReach', 'on'],
  ['google_cloudbuild_worker_pool', 'worker_config.no_external_ip', 'wideReach', 'on'],
];

/** The settings to check by kind of resource. */
export const settingsByKind = new Map<string, Setting[]>();
for (const setting of [...aws, ...azure, ...google])
  for (const kind of setting[0].split(' ')) {
    const list = settingsByKind.get(kind);
    if (list === undefined) settingsByKind.set(kind, [setting]);
    else list.push(setting);
  }
