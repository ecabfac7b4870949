-- step: 20141020151056-initial-schema
CREATE TABLE strategies ( created_at timestamp default now(), name varchar(255) PRIMARY KEY NOT NULL, description text );
CREATE TABLE features ( created_at timestamp default now(), name varchar(255) PRIMARY KEY NOT NULL, enabled integer default 0, strategy_name varchar(255), parameters json );
CREATE TABLE events ( id serial primary key, created_at timestamp default now(), type varchar(255) NOT NULL, created_by varchar(255) NOT NULL, data json );
-- step: 20141110144153-add-description-to-features
ALTER TABLE features ADD "description" text;
-- step: 20141117200435-add-parameters-template-to-strategies
ALTER TABLE strategies ADD "parameters_template" json;
-- step: 20141215210141-005-archived-flag-to-features
ALTER TABLE features ADD archived integer DEFAULT 0;
-- step: 20160618193924-add-strategies-to-features
ALTER TABLE features ADD "strategies" json;
ALTER TABLE features DROP COLUMN "strategy_name";
ALTER TABLE features DROP COLUMN "parameters";
-- step: 20161027134128-create-metrics
CREATE TABLE client_metrics ( id serial primary key, created_at timestamp default now(), metrics json );
-- step: 20161104074441-create-client-instances
CREATE TABLE client_instances ( app_name varchar(255), instance_id varchar(255), client_ip varchar(255), last_seen timestamp default now(), created_at timestamp default now() );
-- step: 20161205203516-create-client-applications
CREATE TABLE "client_applications" ("app_name" varchar(255) PRIMARY KEY NOT NULL, "created_at" timestamp DEFAULT now(), "updated_at" timestamp DEFAULT now(), "seen_at" timestamp, "strategies" json, "description" varchar(255), "icon" varchar(255), "url" varchar(255), "color" varchar(255));
-- step: 20161212101749-better-strategy-parameter-definitions
ALTER TABLE "strategies" ADD COLUMN "parameters" json;
ALTER TABLE "strategies" DROP COLUMN "parameters_template";
-- step: 20170211085502-built-in-strategies
ALTER TABLE "strategies" ADD COLUMN "built_in" integer DEFAULT 0;
-- step: 20170306233934-timestamp-with-tz
ALTER TABLE events ALTER COLUMN created_at TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE features ALTER COLUMN created_at TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE strategies ALTER COLUMN created_at TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE client_applications ALTER COLUMN created_at TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE client_applications ALTER COLUMN updated_at TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE client_applications ALTER COLUMN seen_at TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE client_instances ALTER COLUMN created_at TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE client_instances ALTER COLUMN last_seen TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE client_metrics ALTER COLUMN created_at TYPE TIMESTAMP WITH TIME ZONE;
-- step: 20170628205541-add-sdk-version-to-client-instances
ALTER TABLE client_instances ADD "sdk_version" varchar(255);
-- step: 20190123204125-add-variants-to-features
ALTER TABLE features ADD "variants" json;
ALTER TABLE features ALTER COLUMN "variants" SET DEFAULT '[]';
-- step: 20200102184820-create-context-fields
CREATE TABLE "context_fields" ("name" varchar(255) PRIMARY KEY NOT NULL, "description" text, "sort_order" integer DEFAULT 10, "legal_values" text, "created_at" timestamp DEFAULT now(), "updated_at" timestamp DEFAULT now());
-- step: 20200227202711-settings
CREATE TABLE "settings" ("name" varchar(255) PRIMARY KEY NOT NULL, "content" json);
-- step: 20200416201319-create-users
CREATE TABLE "users" ("id" serial PRIMARY KEY NOT NULL, "name" varchar(255), "username" varchar(255), "system_id" varchar(255), "email" varchar(255), "image_url" varchar(255), "password_hash" varchar(255), "login_attempts" integer DEFAULT 0, "created_at" timestamp DEFAULT now(), "seen_at" timestamp);
-- step: 20200429175747-users-settings
ALTER TABLE users ADD "settings" json;
ALTER TABLE users ADD "permissions" json;
ALTER TABLE users ALTER COLUMN "permissions" SET DEFAULT '[]';
ALTER TABLE users DROP COLUMN "system_id";
-- step: 20200805091409-add-feature-toggle-type
CREATE TABLE "feature_types" ("id" varchar(255) PRIMARY KEY NOT NULL, "name" varchar NOT NULL, "description" varchar, "lifetime_days" integer);
-- step: 20200805094311-add-feature-type-to-features
ALTER TABLE "features" ADD COLUMN "type" varchar DEFAULT 'release';
-- step: 20200806091734-add-stale-flag-to-features
ALTER TABLE "features" ADD COLUMN "stale" boolean DEFAULT false;
-- step: 20200810200901-add-created-at-to-feature-types
ALTER TABLE feature_types ADD "created_at" TIMESTAMP WITH TIME ZONE default now();
-- step: 20200928194947-add-projects
CREATE TABLE "projects" ("id" varchar(255) PRIMARY KEY NOT NULL, "name" varchar NOT NULL, "description" varchar, "created_at" timestamp DEFAULT now());
-- step: 20200928195238-add-project-id-to-features
ALTER TABLE "features" ADD COLUMN "project" varchar DEFAULT 'default';
-- step: 20201216140726-add-last-seen-to-features
ALTER TABLE features ADD "last_seen_at" TIMESTAMP WITH TIME ZONE;
-- step: 20210105083014-add-tag-and-tag-types
CREATE TABLE IF NOT EXISTS tag_types ( name text PRIMARY KEY NOT NULL, description text, icon text, created_at TIMESTAMP WITH TIME ZONE DEFAULT now() );
CREATE TABLE IF NOT EXISTS tags ( type text not null references tag_types (name) ON DELETE CASCADE, value text, created_at TIMESTAMP WITH TIME ZONE DEFAULT now(), PRIMARY KEY (type, value) );
CREATE TABLE IF NOT EXISTS feature_tag ( feature_name varchar(255) not null references features (name) ON DELETE CASCADE, tag_type text not null, tag_value text not null, created_at TIMESTAMP WITH TIME ZONE DEFAULT now(), UNIQUE (feature_name, tag_type, tag_value), FOREIGN KEY (tag_type, tag_value) REFERENCES tags(type, value) ON DELETE CASCADE );
-- step: 20210119084617-add-addon-table
CREATE TABLE IF NOT EXISTS addons ( id SERIAL PRIMARY KEY, provider text not null, description text, enabled boolean default true, parameters json, events json, created_at TIMESTAMP WITH TIME ZONE DEFAULT now() );
-- step: 20210121115438-add-deprecated-column-to-strategies
ALTER TABLE strategies ADD COLUMN deprecated boolean default false;
-- step: 20210127094440-add-tags-column-to-events
ALTER TABLE events ADD COLUMN IF NOT EXISTS tags json DEFAULT '[]';
-- step: 20210208203708-add-stickiness-to-context
ALTER TABLE context_fields ADD COLUMN IF NOT EXISTS stickiness boolean DEFAULT false;
-- step: 20210212114759-add-session-table
CREATE TABLE unleash_session ( sid varchar PRIMARY KEY, sess json NOT NULL, created_at TIMESTAMP WITH TIME ZONE DEFAULT now(), expired TIMESTAMP WITH TIME ZONE NOT NULL );
CREATE INDEX idx_unleash_session_expired ON unleash_session(expired);
-- step: 20210217195834-rbac-tables
CREATE TABLE IF NOT EXISTS roles ( id SERIAL PRIMARY KEY, name text not null, description text, type text not null default 'custom', project text, created_at TIMESTAMP WITH TIME ZONE DEFAULT now() );
CREATE TABLE IF NOT EXISTS role_user ( role_id integer not null references roles (id) ON DELETE CASCADE, user_id integer not null references users (id) ON DELETE CASCADE, created_at TIMESTAMP WITH TIME ZONE DEFAULT now(), PRIMARY KEY (role_id, user_id) );
CREATE TABLE IF NOT EXISTS role_permission ( role_id integer not null references roles (id) ON DELETE CASCADE, project text, permission text not null, created_at TIMESTAMP WITH TIME ZONE DEFAULT now() );
-- step: 20210302080040-add-pk-to-client-instances
ALTER TABLE client_instances ADD PRIMARY KEY (app_name, instance_id);
-- step: 20210304115810-change-default-timestamp-to-now
ALTER TABLE client_applications ALTER COLUMN created_at SET DEFAULT now();
ALTER TABLE client_applications ALTER COLUMN updated_at SET DEFAULT now();
ALTER TABLE context_fields ALTER COLUMN created_at SET DEFAULT now();
ALTER TABLE context_fields ALTER COLUMN updated_at SET DEFAULT now();
ALTER TABLE projects ALTER COLUMN created_at SET DEFAULT now();
ALTER TABLE users ALTER COLUMN created_at SET DEFAULT now();
-- step: 20210304141005-add-announce-field-to-application
ALTER TABLE client_applications ADD COLUMN announced boolean DEFAULT false;
-- step: 20210304150739-add-created-by-to-application
ALTER TABLE client_applications ADD COLUMN created_by TEXT;
-- step: 20210322104356-api-tokens-table
CREATE TABLE IF NOT EXISTS api_tokens ( secret text not null PRIMARY KEY, username text not null, type text not null, created_at TIMESTAMP WITH TIME ZONE DEFAULT now(), expires_at TIMESTAMP WITH TIME ZONE, seen_at TIMESTAMP WITH TIME ZONE );
-- step: 20210409120136-create-reset-token-table
CREATE TABLE IF NOT EXISTS reset_tokens ( reset_token text PRIMARY KEY NOT NULL, user_id integer, expires_at timestamp with time zone NOT NULL, used_at timestamp with time zone, created_at timestamp with time zone DEFAULT now(), created_by text, FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE );
-- step: 20210421133845-add-sort-order-to-strategies
ALTER TABLE strategies ADD COLUMN sort_order integer DEFAULT 9999;
-- step: 20210421135405-add-display-name-and-update-description-for-strategies
ALTER TABLE strategies ADD COLUMN display_name text;
-- step: 20210428103922-patch-role-table
ALTER TABLE roles ADD COLUMN IF NOT EXISTS project text;
-- step: 20210428103924-patch-admin_role
DO $$ declare begin WITH admin AS ( SELECT * FROM roles WHERE name in ('Admin', 'Super User') LIMIT 1 ) INSERT into role_user(role_id, user_id) VALUES ((select id from admin), (select id FROM users where username='admin' LIMIT 1)); EXCEPTION WHEN OTHERS THEN raise notice 'Ignored'; end; $$;
-- step: 20210428103924-patch-role_permissions
DO $$ declare begin WITH editor AS ( SELECT * FROM roles WHERE name in ('Editor', 'Regular') LIMIT 1 ) INSERT INTO role_permission(role_id, project, permission) VALUES ((SELECT id from editor), '', 'CREATE_STRATEGY'), ((SELECT id from editor), '', 'UPDATE_STRATEGY'), ((SELECT id from editor), '', 'DELETE_STRATEGY'), ((SELECT id from editor), '', 'UPDATE_APPLICATION'), ((SELECT id from editor), '', 'CREATE_CONTEXT_FIELD'), ((SELECT id from editor), '', 'UPDATE_CONTEXT_FIELD'), ((SELECT id from editor), '', 'DELETE_CONTEXT_FIELD'), ((SELECT id from editor), '', 'CREATE_PROJECT'), ((SELECT id from editor), '', 'CREATE_ADDON'), ((SELECT id from editor), '', 'UPDATE_ADDON'), ((SELECT id from editor), '', 'DELETE_ADDON'), ((SELECT id from editor), 'default', 'UPDATE_PROJECT'), ((SELECT id from editor), 'default', 'DELETE_PROJECT'), ((SELECT id from editor), 'default', 'CREATE_FEATURE'), ((SELECT id from editor), 'default', 'UPDATE_FEATURE'), ((SELECT id from editor), 'default', 'DELETE_FEATURE'); DELETE FROM role_permission p1 USING role_permission p2 WHERE p1.created_at < p2.created_at AND p1.project = p2.project AND p1.permission = p2.permission; EXCEPTION WHEN OTHERS THEN raise notice 'Ignored'; end; $$;
-- step: 20210602115555-create-feedback-table
CREATE TABLE IF NOT EXISTS user_feedback (user_id INTEGER NOT NULL references users (id), feedback_id TEXT, given TIMESTAMP WITH TIME ZONE, neverShow BOOLEAN NOT NULL DEFAULT false, PRIMARY KEY (user_id, feedback_id));
CREATE INDEX user_feedback_user_id_idx ON user_feedback (user_id);
-- step: 20210610085817-features-strategies-table
CREATE TABLE IF NOT EXISTS environments ( name VARCHAR (100) NOT NULL PRIMARY KEY, display_name VARCHAR (255), created_at timestamp with time zone DEFAULT now() );
CREATE TABLE IF NOT EXISTS feature_strategies ( id TEXT PRIMARY KEY, feature_name VARCHAR (255) NOT NULL REFERENCES features(name) ON DELETE CASCADE, project_name VARCHAR (255) NOT NULL, environment VARCHAR (100) NOT NULL DEFAULT ':global:' REFERENCES environments(name) ON DELETE CASCADE, strategy_name VARCHAR (255) NOT NULL, parameters jsonb, constraints jsonb, sort_order integer NOT NULL DEFAULT 9999, created_at timestamp with time zone DEFAULT now() );
CREATE TABLE IF NOT EXISTS feature_environments ( environment VARCHAR (100) NOT NULL DEFAULT ':global:' REFERENCES environments(name) ON DELETE CASCADE, feature_name VARCHAR (255) NOT NULL REFERENCES features(name) ON DELETE CASCADE, enabled BOOLEAN NOT NULL, PRIMARY KEY (environment, feature_name) );
-- step: 20210618091331-project-environments-table
CREATE TABLE project_environments ( project_id varchar(255) REFERENCES projects(id) ON DELETE CASCADE, environment_name varchar(100) REFERENCES environments(name) ON DELETE CASCADE, PRIMARY KEY(project_id, environment_name) );
-- step: 20210618100913-add-cascade-for-user-feedback
ALTER TABLE user_feedback DROP CONSTRAINT user_feedback_user_id_fkey;
ALTER TABLE user_feedback ADD CONSTRAINT user_feedback_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
-- step: 20210624114602-change-type-of-feature-archived
ALTER TABLE features ALTER COLUMN archived DROP DEFAULT;
ALTER TABLE features ALTER COLUMN archived TYPE bool USING case when archived = 0 then false else true end;
ALTER TABLE features ALTER COLUMN archived SET DEFAULT false;
-- step: 20210624114855-drop-strategies-column-from-features
ALTER TABLE features DROP COLUMN strategies;
-- step: 20210624115109-drop-enabled-column-from-features
ALTER TABLE features DROP COLUMN enabled;
-- step: 20210629130734-add-health-rating-to-project
ALTER TABLE projects ADD COLUMN health integer DEFAULT 100;
-- step: 20210831072631-add-sort-order-and-type-to-env
ALTER TABLE environments ADD COLUMN sort_order integer DEFAULT 9999, ADD COLUMN type text;
-- step: 20210907124058-add-dbcritic-indices
CREATE INDEX feature_environments_feature_name_idx ON feature_environments(feature_name);
CREATE INDEX feature_strategies_environment_idx ON feature_strategies(environment);
CREATE INDEX feature_strategies_feature_name_idx ON feature_strategies(feature_name);
CREATE INDEX feature_tag_tag_type_and_value_idx ON feature_tag(tag_type, tag_value);
CREATE INDEX project_environments_environment_idx ON project_environments(environment_name);
CREATE INDEX reset_tokens_user_id_idx ON reset_tokens(user_id);
CREATE INDEX role_permission_role_id_idx ON role_permission(role_id);
CREATE INDEX role_user_user_id_idx ON role_user(user_id);
-- step: 20210907124850-add-dbcritic-primary-keys
ALTER TABLE feature_tag DROP CONSTRAINT feature_tag_feature_name_tag_type_tag_value_key;
ALTER TABLE feature_tag ADD PRIMARY KEY (feature_name, tag_type, tag_value);
-- step: 20210908100701-add-enabled-to-environments
ALTER TABLE environments ADD COLUMN enabled BOOLEAN DEFAULT true;
-- step: 20210909085651-add-protected-field-to-environments
ALTER TABLE environments ADD COLUMN protected BOOLEAN DEFAULT false;
-- step: 20210913103159-api-keys-scoping
ALTER TABLE api_tokens ADD COLUMN project VARCHAR REFERENCES PROJECTS(id) ON DELETE CASCADE;
ALTER TABLE api_tokens ADD COLUMN environment VARCHAR REFERENCES environments(name) ON DELETE CASCADE;
-- step: 20210915122001-add-project-and-environment-columns-to-events
ALTER TABLE events ADD COLUMN project TEXT;
ALTER TABLE events ADD COLUMN environment TEXT;
CREATE INDEX events_project_idx ON events(project);
CREATE INDEX events_environment_idx ON events(environment);
-- step: 20210920104218-rename-global-env-to-default-env
ALTER TABLE feature_strategies ALTER COLUMN environment SET DEFAULT 'default';
ALTER TABLE feature_environments ALTER COLUMN environment SET DEFAULT 'default';
-- step: 20210922084509-add-non-null-constraint-to-environment-type
ALTER TABLE environments ALTER COLUMN type SET NOT NULL;
-- step: 20210928065411-remove-displayname-from-environments
ALTER TABLE environments DROP COLUMN display_name;
-- step: 20211004104917-client-metrics-env
CREATE TABLE client_metrics_env( feature_name VARCHAR(255), app_name VARCHAR(255), environment VARCHAR(100), timestamp TIMESTAMP WITH TIME ZONE, yes INTEGER DEFAULT 0, no INTEGER DEFAULT 0, PRIMARY KEY (feature_name, app_name, environment, timestamp) );
CREATE INDEX idx_client_metrics_f_name ON client_metrics_env(feature_name);
-- step: 20211011094226-add-environment-to-client-instances
ALTER TABLE client_instances DROP CONSTRAINT client_instances_pkey;
ALTER TABLE client_instances ADD COLUMN environment varchar(255) NOT NULL DEFAULT 'default';
ALTER TABLE client_instances ADD CONSTRAINT client_instances_pkey PRIMARY KEY (app_name, environment, instance_id);
CREATE INDEX client_instances_environment_idx ON client_instances(environment);
-- step: 20211013093114-feature-strategies-parameters-not-null
ALTER TABLE feature_strategies ALTER COLUMN parameters SET DEFAULT '{}';
ALTER TABLE feature_strategies ALTER COLUMN parameters SET NOT NULL;
-- step: 20211105104316-add-feature-name-column-to-events
ALTER TABLE events ADD COLUMN feature_name TEXT;
CREATE INDEX feature_name_idx ON events(feature_name);
-- step: 20211105105509-add-predata-column-to-events
ALTER TABLE events ADD COLUMN pre_data jsonb;
-- step: 20211108130333-create-user-splash-table
CREATE TABLE IF NOT EXISTS user_splash (user_id INTEGER NOT NULL references users (id) ON DELETE CASCADE, splash_id TEXT, seen BOOLEAN NOT NULL DEFAULT false, PRIMARY KEY (user_id, splash_id));
CREATE INDEX user_splash_user_id_idx ON user_splash (user_id);
-- step: 20211130142314-add-updated-at-to-projects
ALTER TABLE projects ADD COLUMN "updated_at" TIMESTAMP WITH TIME ZONE DEFAULT now();
-- step: 20211202120808-add-custom-roles
CREATE TABLE IF NOT EXISTS permissions ( id SERIAL PRIMARY KEY, permission VARCHAR(255) NOT NULL, display_name TEXT, type VARCHAR(255), created_at TIMESTAMP WITH TIME ZONE DEFAULT now() );
ALTER TABLE role_user ADD COLUMN project VARCHAR(255);
ALTER TABLE roles ADD COLUMN updated_at TIMESTAMP WITH TIME ZONE;
ALTER TABLE role_permission ADD COLUMN permission_id INTEGER, ADD COLUMN environment VARCHAR (100);
CREATE TEMPORARY TABLE temp_primary_roles ( id INTEGER, name TEXT, description TEXT, type TEXT, project TEXT, created_at DATE ) ON COMMIT DROP;
CREATE TEMPORARY TABLE temp_discard_roles ( id INTEGER, name TEXT, description TEXT, type TEXT, project TEXT, created_at DATE ) ON COMMIT DROP;
ALTER TABLE role_user DROP CONSTRAINT role_user_pkey;
ALTER TABLE role_user ADD PRIMARY KEY (role_id, user_id, project);
ALTER TABLE roles DROP COLUMN project;
ALTER TABLE role_permission DROP COLUMN project, DROP COLUMN permission;
ALTER TABLE role_permission ADD CONSTRAINT fk_role_permission FOREIGN KEY(role_id) REFERENCES roles(id) ON DELETE CASCADE;
-- step: 20211209205201-drop-client-metrics
DROP TABLE client_metrics;
-- step: 20220111120346-roles-unique-name
ALTER TABLE roles ADD CONSTRAINT unique_name UNIQUE (name);
-- step: 20220128081242-add-impressiondata-to-features
ALTER TABLE features ADD COLUMN "impression_data" BOOLEAN DEFAULT FALSE;
-- step: 20220129113106-metrics-counters-as-bigint
ALTER TABLE client_metrics_env ALTER COLUMN yes TYPE BIGINT, ALTER COLUMN no TYPE BIGINT;
-- step: 20220224081422-remove-project-column-from-roles
ALTER TABLE roles DROP COLUMN IF EXISTS project;
-- step: 20220307130902-add-segments
create table segments ( id serial primary key, name text not null, description text, created_by text, created_at timestamp with time zone not null default now(), constraints jsonb not null default '[]'::jsonb );
create table feature_strategy_segment ( feature_strategy_id text not null references feature_strategies (id) on update cascade on delete cascade not null, segment_id integer not null references segments (id) on update cascade on delete cascade not null, created_at timestamp with time zone not null default now(), primary key (feature_strategy_id, segment_id) );
create index feature_strategy_segment_segment_id_index on feature_strategy_segment (segment_id);
-- step: 20220331085057-add-api-link-table
CREATE TABLE IF NOT EXISTS api_token_project ( secret text NOT NULL, project text NOT NULL, FOREIGN KEY (secret) REFERENCES api_tokens (secret) ON DELETE CASCADE, FOREIGN KEY (project) REFERENCES projects(id) ON DELETE CASCADE );
ALTER TABLE api_tokens DROP COLUMN "project";
-- step: 20220405103233-add-segments-name-index
create index segments_name_index on segments (name);
-- step: 20220408081222-clean-up-duplicate-foreign-key-role-permission
ALTER TABLE role_permission DROP CONSTRAINT fk_role_permission;
-- step: 20220411103724-add-legal-value-description
ALTER TABLE context_fields ALTER COLUMN legal_values SET DATA TYPE json USING to_json(legal_values);
-- step: 20220528143630-dont-cascade-environment-deletion-to-apitokens
ALTER TABLE api_tokens DROP CONSTRAINT api_tokens_environment_fkey;
-- step: 20220603081324-add-archive-at-to-feature-toggle
ALTER TABLE features ADD archived_at TIMESTAMP WITH TIME ZONE;
-- step: 20220704115624-add-user-groups
create table IF NOT EXISTS groups ( id serial primary key, name text not null, description text, created_by text, created_at timestamp with time zone not null default now() );
create table IF NOT EXISTS group_user ( group_id integer not null references groups (id) on DELETE CASCADE, user_id integer not null references users (id) ON DELETE CASCADE, role text check(role in ('Owner', 'Member')), created_by text, created_at timestamp with time zone not null default now(), primary key (group_id, user_id) );
CREATE TABLE IF NOT EXISTS group_role ( group_id integer not null references groups (id) ON DELETE CASCADE, role_id integer not null references roles (id) ON DELETE CASCADE, created_by text, created_at TIMESTAMP WITH TIME ZONE DEFAULT now(), project text, PRIMARY KEY (group_id, role_id, project) );
-- step: 20220711084613-add-projects-and-environments-for-addons
ALTER TABLE addons ADD COLUMN projects jsonb DEFAULT '[]'::jsonb;
ALTER TABLE addons ADD COLUMN environments jsonb DEFAULT '[]'::jsonb;
-- step: 20220808084524-add-group-permissions
ALTER TABLE group_user DROP COLUMN IF EXISTS role;
-- step: 20220808110415-add-projects-foreign-key
ALTER TABLE group_role ADD CONSTRAINT fk_group_role_project FOREIGN KEY(project) REFERENCES projects(id) ON DELETE CASCADE;
-- step: 20220816121136-add-metadata-to-api-keys
ALTER TABLE api_tokens ADD COLUMN metadata JSONB NOT NULL DEFAULT '{}'::jsonb;
-- step: 20220817130250-alter-api-tokens
ALTER TABLE api_tokens DROP COLUMN metadata;
ALTER TABLE api_tokens ADD COLUMN alias text;
-- step: 20220908093515-add-public-signup-tokens
create table IF NOT EXISTS public_signup_tokens ( secret text primary key, name text, expires_at timestamp with time zone not null, created_at timestamp with time zone not null default now(), created_by text, role_id integer not null references roles (id) ON DELETE CASCADE );
create table IF NOT EXISTS public_signup_tokens_user ( secret text not null references public_signup_tokens (secret) on DELETE CASCADE, user_id integer not null references users (id) ON DELETE CASCADE, created_at timestamp with time zone not null default now(), primary key (secret, user_id) );
-- step: 20220912165344-pat-tokens
CREATE TABLE personal_access_tokens ( secret text not null primary key, description text, user_id integer not null references users (id) ON DELETE CASCADE, expires_at timestamp with time zone NOT NULL, seen_at timestamp with time zone, created_at timestamp with time zone not null DEFAULT now() );
-- step: 20220916093515-add-url-to-public-signup-tokens
ALTER table public_signup_tokens ADD COLUMN IF NOT EXISTS url text;
-- step: 20220927110212-add-enabled-to-public-signup-tokens
ALTER table public_signup_tokens ADD COLUMN IF NOT EXISTS enabled boolean DEFAULT true;
-- step: 20221010114644-pat-auto-increment
alter table personal_access_tokens drop constraint personal_access_tokens_pkey;
ALTER TABLE personal_access_tokens add column id serial primary key;
-- step: 20221011155007-add-user-groups-mappings
ALTER TABLE groups ADD COLUMN IF NOT EXISTS mappings_sso jsonb DEFAULT '[]'::jsonb;
-- step: 20221103112200-change-request
CREATE TABLE IF NOT EXISTS change_requests ( id serial primary key, environment varchar(100) REFERENCES environments(name) ON DELETE CASCADE, state varchar(255) NOT NULL, project varchar(255) REFERENCES projects(id) ON DELETE CASCADE, created_by integer not null references users (id) ON DELETE CASCADE, created_at timestamp default now() );
CREATE TABLE IF NOT EXISTS change_request_events ( id serial primary key, feature varchar(255) NOT NULL references features(name) on delete cascade, action varchar(255) NOT NULL, payload jsonb not null default '[]'::jsonb, created_by integer not null references users (id) ON DELETE CASCADE, created_at timestamp default now(), change_request_id integer NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE, UNIQUE (feature, action, change_request_id) );
-- step: 20221103125732-change-request-remove-unique
ALTER TABLE change_request_events DROP CONSTRAINT change_request_events_feature_action_change_request_id_key;
-- step: 20221104123349-change-request-approval
CREATE TABLE IF NOT EXISTS change_request_approvals ( id serial primary key, change_request_id integer NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE, created_by integer not null references users (id) ON DELETE CASCADE, created_at timestamp default now() );
-- step: 20221107121635-move-variants-to-per-environment
ALTER TABLE feature_environments ADD COLUMN variants JSONB DEFAULT '[]'::jsonb NOT NULL;
CREATE VIEW features_view AS SELECT features.name as name, features.description as description, features.type as type, features.project as project, features.stale as stale, feature_environments.variants as variants, features.impression_data as impression_data, features.created_at as created_at, features.last_seen_at as last_seen_at, features.archived_at as archived_at, feature_environments.enabled as enabled, feature_environments.environment as environment, environments.name as environment_name, environments.type as environment_type, environments.sort_order as environment_sort_order, feature_strategies.id as strategy_id, feature_strategies.strategy_name as strategy_name, feature_strategies.parameters as parameters, feature_strategies.constraints as constraints, feature_strategies.sort_order as sort_order, fss.segment_id as segments FROM features LEFT JOIN feature_environments ON feature_environments.feature_name = features.name LEFT JOIN feature_strategies ON feature_strategies.feature_name = feature_environments.feature_name and feature_strategies.environment = feature_environments.environment LEFT JOIN environments ON feature_environments.environment = environments.name LEFT JOIN feature_strategy_segment as fss ON fss.feature_strategy_id = feature_strategies.id;
-- step: 20221107132528-change-request-project-options
ALTER TABLE project_environments add column if not exists change_request_enabled bool default false;
ALTER TABLE projects add column if not exists change_request_enabled bool default false;
-- step: 20221110104933-add-change-request-settings
CREATE TABLE IF NOT EXISTS change_request_settings ( project varchar(255) REFERENCES projects(id) ON DELETE CASCADE, environment varchar(100) REFERENCES environments(name) ON DELETE CASCADE, PRIMARY KEY(project, environment) );
-- step: 20221110144113-revert-change-request-project-options
ALTER TABLE project_environments drop column if exists change_request_enabled;
ALTER TABLE projects drop column if exists change_request_enabled;
-- step: 20221114150559-change-request-comments
CREATE TABLE IF NOT EXISTS change_request_comments ( id SERIAL PRIMARY KEY, change_request INTEGER NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE, text TEXT NOT NULL, created_at TIMESTAMP default now(), created_by INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE );
-- step: 20221115072335-add-required-approvals
ALTER TABLE change_request_settings ADD COLUMN required_approvals integer default 1;
ALTER TABLE change_request_settings ADD CONSTRAINT change_request_settings_project_environment_key UNIQUE (project, environment);
-- step: 20221121133546-soft-delete-user
ALTER TABLE users ADD COLUMN IF NOT EXISTS deleted_at TIMESTAMP WITH TIME ZONE;
-- step: 20221124123914-add-favorites
CREATE TABLE IF NOT EXISTS favorite_features ( feature VARCHAR(255) NOT NULL REFERENCES features (name) ON DELETE CASCADE, user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), PRIMARY KEY (feature, user_id) );
CREATE TABLE IF NOT EXISTS favorite_projects ( project VARCHAR(255) NOT NULL REFERENCES projects (id) ON DELETE CASCADE, user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), PRIMARY KEY (project, user_id) );
-- step: 20221125185244-change-request-unique-approvals
ALTER TABLE change_request_approvals ADD CONSTRAINT unique_approvals UNIQUE (change_request_id, created_by);
-- step: 20221128165141-change-request-min-approvals
ALTER TABLE change_requests ADD COLUMN min_approvals INTEGER DEFAULT 1;
-- step: 20221221144132-service-account-users
ALTER table users ADD COLUMN IF NOT EXISTS is_service boolean DEFAULT false;
-- step: 20230125065315-project-stats-table
CREATE TABLE IF NOT EXISTS project_stats ( project VARCHAR(255) NOT NULL, avg_time_to_prod_current_window FLOAT DEFAULT 0, avg_time_to_prod_past_window FLOAT DEFAULT 0, project_changes_current_window INTEGER DEFAULT 0, project_changes_past_window INTEGER DEFAULT 0, features_created_current_window INTEGER DEFAULT 0, features_created_past_window INTEGER DEFAULT 0, features_archived_current_window INTEGER DEFAULT 0, features_archived_past_window INTEGER DEFAULT 0, FOREIGN KEY (project) references projects(id) ON DELETE CASCADE, UNIQUE(project) );
-- step: 20230127111638-new-project-stats-field
ALTER table project_stats ADD COLUMN IF NOT EXISTS project_members_added_current_window INTEGER DEFAULT 0;
-- step: 20230222084211-add-login-events-table
CREATE TABLE IF NOT EXISTS login_events ( id SERIAL PRIMARY KEY NOT NULL, username TEXT NOT NULL, auth_type TEXT NOT NULL, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), successful BOOLEAN NOT NULL, ip INET, failure_reason TEXT );
CREATE INDEX IF NOT EXISTS login_events_ip_idx ON login_events(ip);
-- step: 20230222154915-create-notiications-table
CREATE TABLE IF NOT EXISTS notifications ( id SERIAL PRIMARY KEY, event_id INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE, created_by INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now() );
CREATE TABLE if not exists user_notifications ( notification_id INTEGER NOT NULL REFERENCES notifications (id) ON DELETE CASCADE, user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, read_at TIMESTAMP WITH TIME ZONE, PRIMARY KEY (notification_id, user_id) );
-- step: 20230224093446-drop-createdBy-from-notifications-table
ALTER TABLE notifications DROP COLUMN IF EXISTS created_by;
-- step: 20230227115320-rename-login-events-table-to-sign-on-log
ALTER TABLE login_events RENAME TO sign_on_log;
-- step: 20230302133740-rename-sign-on-log-table-to-login-history
ALTER TABLE sign_on_log RENAME TO login_history;
-- step: 20230306103400-add-project-column-to-segments
ALTER TABLE segments ADD COLUMN segment_project_id varchar(255) REFERENCES projects(id) ON DELETE CASCADE;
-- step: 20230314131041-project-settings
CREATE TABLE IF NOT EXISTS project_settings ( project VARCHAR(255) REFERENCES projects(id) ON DELETE CASCADE, default_stickiness VARCHAR(100), project_mode VARCHAR(100), PRIMARY KEY(project) );
-- step: 20230316092547-remove-project-stats-column
ALTER table project_stats DROP COLUMN avg_time_to_prod_past_window;
-- step: 20230412062635-add-change-request-title
ALTER TABLE change_requests ADD COLUMN title TEXT;
-- step: 20230412125618-add-title-to-strategy
ALTER TABLE strategies ADD COLUMN IF NOT EXISTS title TEXT;
ALTER TABLE feature_strategies ADD COLUMN IF NOT EXISTS title TEXT;
CREATE OR REPLACE VIEW features_view AS SELECT features.name as name, features.description as description, features.type as type, features.project as project, features.stale as stale, feature_environments.variants as variants, features.impression_data as impression_data, features.created_at as created_at, features.last_seen_at as last_seen_at, features.archived_at as archived_at, feature_environments.enabled as enabled, feature_environments.environment as environment, environments.name as environment_name, environments.type as environment_type, environments.sort_order as environment_sort_order, feature_strategies.id as strategy_id, feature_strategies.strategy_name as strategy_name, feature_strategies.parameters as parameters, feature_strategies.constraints as constraints, feature_strategies.sort_order as sort_order, fss.segment_id as segments, feature_strategies.title as strategy_title FROM features LEFT JOIN feature_environments ON feature_environments.feature_name = features.name LEFT JOIN feature_strategies ON feature_strategies.feature_name = feature_environments.feature_name and feature_strategies.environment = feature_environments.environment LEFT JOIN environments ON feature_environments.environment = environments.name LEFT JOIN feature_strategy_segment as fss ON fss.feature_strategy_id = feature_strategies.id;
-- step: 20230414105818-add-root-role-to-groups
ALTER TABLE groups ADD COLUMN root_role_id INTEGER DEFAULT NULL;
ALTER TABLE groups ADD CONSTRAINT fk_group_role_id FOREIGN KEY(root_role_id) REFERENCES roles(id);
-- step: 20230419104126-add-disabled-field-to-feature-strategy
ALTER TABLE feature_strategies ADD COLUMN IF NOT EXISTS disabled BOOLEAN default false;
CREATE OR REPLACE VIEW features_view AS SELECT features.name as name, features.description as description, features.type as type, features.project as project, features.stale as stale, feature_environments.variants as variants, features.impression_data as impression_data, features.created_at as created_at, features.last_seen_at as last_seen_at, features.archived_at as archived_at, feature_environments.enabled as enabled, feature_environments.environment as environment, environments.name as environment_name, environments.type as environment_type, environments.sort_order as environment_sort_order, feature_strategies.id as strategy_id, feature_strategies.strategy_name as strategy_name, feature_strategies.parameters as parameters, feature_strategies.constraints as constraints, feature_strategies.sort_order as sort_order, fss.segment_id as segments, feature_strategies.title as strategy_title, feature_strategies.disabled as strategy_disabled FROM features LEFT JOIN feature_environments ON feature_environments.feature_name = features.name LEFT JOIN feature_strategies ON feature_strategies.feature_name = feature_environments.feature_name and feature_strategies.environment = feature_environments.environment LEFT JOIN environments ON feature_environments.environment = environments.name LEFT JOIN feature_strategy_segment as fss ON fss.feature_strategy_id = feature_strategies.id;
-- step: 20230424090942-project-default-strategy-settings
ALTER TABLE project_environments ADD COLUMN IF NOT EXISTS default_strategy jsonb;
-- step: 20230504145945-variant-metrics
CREATE TABLE IF NOT EXISTS client_metrics_env_variants ( feature_name VARCHAR(255), app_name VARCHAR(255), environment VARCHAR(100), timestamp TIMESTAMP WITH TIME ZONE, variant text, count INTEGER DEFAULT 0, FOREIGN KEY ( feature_name, app_name, environment, timestamp ) REFERENCES client_metrics_env ( feature_name, app_name, environment, timestamp ) ON UPDATE CASCADE ON DELETE CASCADE, PRIMARY KEY( feature_name, app_name, environment, timestamp, variant ) );
-- step: 20230510113903-fix-api-token-username-migration
ALTER TABLE api_tokens ADD COLUMN "token_name" text;
-- step: 20230706123907-events-announced-column
ALTER TABLE events ADD COLUMN IF NOT EXISTS "announced" BOOLEAN DEFAULT TRUE, ALTER COLUMN "announced" SET DEFAULT FALSE;
-- step: 20230711094214-add-potentially-stale-flag
ALTER TABLE features ADD COLUMN IF NOT EXISTS potentially_stale boolean;
-- step: 20230711163311-project-feature-limit
ALTER TABLE project_settings ADD COLUMN IF NOT EXISTS "feature_limit" integer;
-- step: 20230712091834-strategy-variants
ALTER TABLE feature_strategies ADD COLUMN IF NOT EXISTS variants JSONB DEFAULT '[]'::jsonb NOT NULL;
CREATE OR REPLACE VIEW features_view AS SELECT features.name as name, features.description as description, features.type as type, features.project as project, features.stale as stale, feature_environments.variants as variants, features.impression_data as impression_data, features.created_at as created_at, features.last_seen_at as last_seen_at, features.archived_at as archived_at, feature_environments.enabled as enabled, feature_environments.environment as environment, environments.name as environment_name, environments.type as environment_type, environments.sort_order as environment_sort_order, feature_strategies.id as strategy_id, feature_strategies.strategy_name as strategy_name, feature_strategies.parameters as parameters, feature_strategies.constraints as constraints, feature_strategies.sort_order as sort_order, fss.segment_id as segments, feature_strategies.title as strategy_title, feature_strategies.disabled as strategy_disabled, feature_strategies.variants as strategy_variants FROM features LEFT JOIN feature_environments ON feature_environments.feature_name = features.name LEFT JOIN feature_strategies ON feature_strategies.feature_name = feature_environments.feature_name and feature_strategies.environment = feature_environments.environment LEFT JOIN environments ON feature_environments.environment = environments.name LEFT JOIN feature_strategy_segment as fss ON fss.feature_strategy_id = feature_strategies.id;
-- step: 20230802092725-add-last-seen-column-to-feature-environments
ALTER TABLE feature_environments ADD COLUMN IF NOT EXISTS last_seen_at timestamp with time zone;
DROP VIEW features_view;
CREATE VIEW features_view AS SELECT features.name as name, features.description as description, features.type as type, features.project as project, features.stale as stale, features.impression_data as impression_data, features.created_at as created_at, features.archived_at as archived_at, feature_environments.last_seen_at as last_seen_at, feature_environments.enabled as enabled, feature_environments.environment as environment, feature_environments.variants as variants, environments.name as environment_name, environments.type as environment_type, environments.sort_order as environment_sort_order, feature_strategies.id as strategy_id, feature_strategies.strategy_name as strategy_name, feature_strategies.parameters as parameters, feature_strategies.constraints as constraints, feature_strategies.sort_order as sort_order, fss.segment_id as segments, feature_strategies.title as strategy_title, feature_strategies.disabled as strategy_disabled, feature_strategies.variants as strategy_variants FROM features LEFT JOIN feature_environments ON feature_environments.feature_name = features.name LEFT JOIN feature_strategies ON feature_strategies.feature_name = feature_environments.feature_name and feature_strategies.environment = feature_environments.environment LEFT JOIN environments ON feature_environments.environment = environments.name LEFT JOIN feature_strategy_segment as fss ON fss.feature_strategy_id = feature_strategies.id;
-- step: 20230802141830-add-feature-and-environment-last-seen-at-to-features-view
ALTER TABLE feature_environments ADD COLUMN IF NOT EXISTS last_seen_at timestamp with time zone;
DROP VIEW features_view;
CREATE VIEW features_view AS SELECT features.name as name, features.description as description, features.type as type, features.project as project, features.stale as stale, features.impression_data as impression_data, features.created_at as created_at, features.archived_at as archived_at, features.last_seen_at as last_seen_at, feature_environments.last_seen_at as env_last_seen_at, feature_environments.enabled as enabled, feature_environments.environment as environment, feature_environments.variants as variants, environments.name as environment_name, environments.type as environment_type, environments.sort_order as environment_sort_order, feature_strategies.id as strategy_id, feature_strategies.strategy_name as strategy_name, feature_strategies.parameters as parameters, feature_strategies.constraints as constraints, feature_strategies.sort_order as sort_order, fss.segment_id as segments, feature_strategies.title as strategy_title, feature_strategies.disabled as strategy_disabled, feature_strategies.variants as strategy_variants FROM features LEFT JOIN feature_environments ON feature_environments.feature_name = features.name LEFT JOIN feature_strategies ON feature_strategies.feature_name = feature_environments.feature_name and feature_strategies.environment = feature_environments.environment LEFT JOIN environments ON feature_environments.environment = environments.name LEFT JOIN feature_strategy_segment as fss ON fss.feature_strategy_id = feature_strategies.id;
-- step: 20230803061359-change-request-optional-feature
ALTER TABLE change_request_events ALTER COLUMN feature DROP NOT NULL;
-- step: 20230814095253-change-request-rejections
CREATE TABLE IF NOT EXISTS change_request_rejections ( id SERIAL PRIMARY KEY, change_request_id INTEGER NOT NULL REFERENCES change_requests(id) ON DELETE CASCADE, created_by INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, created_at TIMESTAMP DEFAULT now(), UNIQUE (change_request_id, created_by) );
-- step: 20230814115436-change-request-timzone-timestamps
ALTER TABLE change_request_rejections ALTER COLUMN created_at TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE change_request_approvals ALTER COLUMN created_at TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE change_request_comments ALTER COLUMN created_at TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE change_request_events ALTER COLUMN created_at TYPE TIMESTAMP WITH TIME ZONE;
ALTER TABLE change_requests ALTER COLUMN created_at TYPE TIMESTAMP WITH TIME ZONE;
-- step: 20230817095805-client-applications-usage-table
CREATE TABLE IF NOT EXISTS client_applications_usage ( app_name VARCHAR(255) REFERENCES client_applications(app_name) ON DELETE CASCADE, project VARCHAR(255) REFERENCES projects(id) ON DELETE CASCADE, environment VARCHAR(100) REFERENCES environments(name) ON DELETE CASCADE, PRIMARY KEY(app_name, project, environment) );
-- step: 20230818124614-update-client-applications-usage-table
DROP TABLE IF EXISTS client_applications_usage;
CREATE TABLE IF NOT EXISTS client_applications_usage ( app_name VARCHAR(255) REFERENCES client_applications(app_name) ON DELETE CASCADE, project VARCHAR(255) NOT NULL , environment VARCHAR(100) NOT NULL , PRIMARY KEY(app_name, project, environment) );
-- step: 20230830121352-update-client-applications-usage-table
ALTER TABLE project_settings ADD COLUMN IF NOT EXISTS "feature_naming_pattern" text;
ALTER TABLE project_settings ADD COLUMN IF NOT EXISTS "feature_naming_example" text;
-- step: 20230905122605-add-feature-naming-description
ALTER TABLE project_settings ADD COLUMN IF NOT EXISTS "feature_naming_description" text;
-- step: 20230919104006-dependent-features
CREATE TABLE IF NOT EXISTS dependent_features ( parent varchar(255) NOT NULL, child varchar(255) NOT NULL, enabled boolean DEFAULT true NOT NULL, variants JSONB DEFAULT '[]'::jsonb NOT NULL, PRIMARY KEY (parent, child), FOREIGN KEY (parent) REFERENCES features (name) ON DELETE RESTRICT, FOREIGN KEY (child) REFERENCES features (name) ON DELETE CASCADE );
-- step: 20230927172930-events-announced-index
ALTER TABLE events ALTER COLUMN announced SET NOT NULL;
ALTER TABLE events ALTER COLUMN announced SET DEFAULT false;
CREATE INDEX events_unannounced_idx ON events(announced) WHERE announced = false;
-- step: 20231003113443-last-seen-at-metrics-table
CREATE TABLE last_seen_at_metrics ( feature_name VARCHAR(255), environment VARCHAR(100), last_seen_at TIMESTAMP WITH TIME ZONE NOT NULL, PRIMARY KEY (feature_name, environment), FOREIGN KEY (environment) REFERENCES environments(name) ON DELETE CASCADE );
CREATE INDEX idx_feature_name ON last_seen_at_metrics (feature_name);
-- step: 20231004120900-create-changes-stats-table-and-trigger
CREATE TABLE stat_environment_updates( day DATE NOT NULL, environment TEXT, updates BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (day, environment) );
-- step: 20231012082537-message-banners
CREATE TABLE IF NOT EXISTS message_banners ( id SERIAL PRIMARY KEY NOT NULL, enabled BOOLEAN DEFAULT true NOT NULL, message TEXT NOT NULL, variant TEXT, sticky BOOLEAN DEFAULT false, icon TEXT, link TEXT, link_text TEXT, dialog_title TEXT, dialog TEXT, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now() );
-- step: 20231019110154-rename-message-banners-table-to-banners
ALTER TABLE message_banners RENAME TO banners;
-- step: 20231024121307-add-change-request-schedule
CREATE TABLE IF NOT EXISTS change_request_schedule ( change_request INTEGER PRIMARY KEY REFERENCES change_requests(id) ON DELETE CASCADE, scheduled_at TIMESTAMP NOT NULL );
-- step: 20231025093422-default-project-mode
ALTER TABLE project_settings ALTER COLUMN project_mode SET DEFAULT 'open';
ALTER TABLE project_settings ALTER COLUMN project_mode SET NOT NULL;
ALTER TABLE project_settings ADD CONSTRAINT project_settings_project_mode_values CHECK (project_mode IN ('open', 'protected', 'private'));
-- step: 20231030091931-add-created-by-and-status-change-request-schedule
CREATE TYPE change_request_schedule_status AS ENUM ('pending', 'failed');
ALTER TABLE change_request_schedule ADD COLUMN IF NOT EXISTS created_by integer REFERENCES users(id);
ALTER TABLE change_request_schedule ADD COLUMN IF NOT EXISTS status change_request_schedule_status default 'pending';
-- step: 20231103064746-change-request-schedule-change-type
ALTER TABLE change_request_schedule ALTER COLUMN status TYPE text USING status::text;
DROP TYPE IF EXISTS change_request_schedule_status CASCADE;
-- step: 20231123100052-drop-last-seen-foreign-key
ALTER TABLE last_seen_at_metrics DROP CONSTRAINT last_seen_at_metrics_environment_fkey;
-- step: 20231123155649-favor-permission-name-over-id
ALTER TABLE permissions ADD CONSTRAINT permission_unique UNIQUE (permission);
ALTER TABLE role_permission ADD COLUMN permission text;
ALTER TABLE permissions DROP CONSTRAINT permissions_pkey;
ALTER TABLE permissions ADD PRIMARY KEY (permission);
ALTER TABLE role_permission ADD CONSTRAINT fk_role_permission_permission FOREIGN KEY (permission) REFERENCES permissions(permission) ON DELETE CASCADE;
-- step: 20231211121444-features-created-by
ALTER TABLE features ADD COLUMN IF NOT EXISTS created_by INTEGER;
-- step: 20231211122322-feature-types-created-by
ALTER TABLE feature_types ADD COLUMN IF NOT EXISTS created_by INTEGER;
-- step: 20231211122351-feature-tag-created-by
ALTER TABLE feature_tag ADD COLUMN IF NOT EXISTS created_by INTEGER;
-- step: 20231211122426-feature-strategies-created-by
ALTER TABLE feature_strategies ADD COLUMN IF NOT EXISTS created_by INTEGER;
-- step: 20231211132341-add-created-by-to-role-permission
ALTER TABLE role_permission ADD COLUMN created_by INTEGER;
-- step: 20231211133008-add-created-by-to-role-user
ALTER TABLE role_user ADD COLUMN created_by INTEGER;
-- step: 20231211133920-add-created-by-to-roles
ALTER TABLE roles ADD COLUMN created_by INTEGER;
-- step: 20231211134130-add-created-by-to-users
ALTER TABLE users ADD COLUMN created_by INTEGER;
-- step: 20231211134633-add-created-by-to-apitokens
ALTER TABLE api_tokens ADD COLUMN created_by INTEGER;
-- step: 20231212094044-event-created-by-user-id
ALTER TABLE events ADD COLUMN IF NOT EXISTS created_by_user_id INTEGER;
CREATE INDEX events_created_by_user_id_idx ON events(created_by_user_id);
-- step: 20231213111906-add-reason-to-change-request-schedule
ALTER TABLE change_request_schedule ADD COLUMN failure_reason text;
-- step: 20231215105713-incoming-webhooks
CREATE TABLE IF NOT EXISTS incoming_webhooks ( id SERIAL PRIMARY KEY NOT NULL, enabled BOOLEAN DEFAULT true NOT NULL, name TEXT NOT NULL, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), created_by_user_id INTEGER NOT NULL );
CREATE INDEX incoming_webhooks_enabled_idx ON incoming_webhooks(enabled);
CREATE TABLE IF NOT EXISTS incoming_webhook_tokens ( id SERIAL PRIMARY KEY NOT NULL, secret TEXT NOT NULL, name TEXT NOT NULL, incoming_webhook_id INTEGER NOT NULL REFERENCES incoming_webhooks(id) ON DELETE CASCADE, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), created_by_user_id INTEGER NOT NULL );
CREATE INDEX incoming_webhook_tokens_webhook_id_idx ON incoming_webhook_tokens(incoming_webhook_id);
-- step: 20231218165612-inc-webhook-tokens-rename-secret-to-token
ALTER TABLE incoming_webhook_tokens RENAME COLUMN secret TO token;
-- step: 20231219100343-rename-new-columns-to-created-by-user-id
ALTER TABLE features RENAME COLUMN created_by TO created_by_user_id;
ALTER TABLE feature_types RENAME COLUMN created_by TO created_by_user_id;
ALTER TABLE feature_tag RENAME COLUMN created_by TO created_by_user_id;
ALTER TABLE feature_strategies RENAME COLUMN created_by TO created_by_user_id;
ALTER TABLE role_permission RENAME COLUMN created_by TO created_by_user_id;
ALTER TABLE role_user RENAME COLUMN created_by TO created_by_user_id;
ALTER TABLE roles RENAME COLUMN created_by TO created_by_user_id;
ALTER TABLE users RENAME COLUMN created_by TO created_by_user_id;
ALTER TABLE api_tokens RENAME COLUMN created_by TO created_by_user_id;
-- step: 20231221143955-feedback-table
CREATE TABLE IF NOT EXISTS feedback ( id SERIAL PRIMARY KEY NOT NULL, category TEXT NOT NULL, user_type TEXT, difficulty_score INTEGER, positive TEXT, areas_for_improvement TEXT, created_at TIMESTAMP WITH TIME ZONE DEFAULT now() );
-- step: 20231222071533-unleash-system-user
ALTER TABLE users ADD COLUMN IF NOT EXISTS is_system BOOLEAN NOT NULL DEFAULT FALSE;
-- step: 20240102142100-incoming-webhooks-created-by
ALTER TABLE incoming_webhooks ALTER COLUMN created_by_user_id DROP NOT NULL;
ALTER TABLE incoming_webhook_tokens ALTER COLUMN created_by_user_id DROP NOT NULL;
-- step: 20240102205517-observable-events
CREATE TABLE IF NOT EXISTS observable_events ( id SERIAL PRIMARY KEY NOT NULL, payload JSONB NOT NULL DEFAULT '{}'::jsonb, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), source TEXT NOT NULL, source_id INTEGER NOT NULL, created_by_incoming_webhook_token_id INTEGER, announced BOOLEAN DEFAULT false NOT NULL );
CREATE INDEX observable_events_source_and_source_id_idx ON observable_events(source, source_id);
CREATE INDEX observable_events_created_by_incoming_webhook_token_id_idx ON observable_events(created_by_incoming_webhook_token_id);
CREATE INDEX observable_events_unannounced_idx ON observable_events(announced) WHERE announced = false;
-- step: 20240108151652-add-daily-metrics
CREATE TABLE IF NOT EXISTS client_metrics_env_daily ( feature_name VARCHAR(255), app_name VARCHAR(255), environment VARCHAR(100), date DATE, yes INTEGER DEFAULT 0, no INTEGER DEFAULT 0, PRIMARY KEY (feature_name, app_name, environment, date) );
CREATE TABLE IF NOT EXISTS client_metrics_env_variants_daily ( feature_name VARCHAR(255), app_name VARCHAR(255), environment VARCHAR(100), date DATE, variant TEXT, count INTEGER DEFAULT 0, FOREIGN KEY ( feature_name, app_name, environment, date ) REFERENCES client_metrics_env_daily ( feature_name, app_name, environment, date ) ON UPDATE CASCADE ON DELETE CASCADE, PRIMARY KEY( feature_name, app_name, environment, date, variant ) );
-- step: 20240109093021-incoming-webhooks-description
ALTER TABLE incoming_webhooks ADD COLUMN IF NOT EXISTS description TEXT;
-- step: 20240109095348-add-reason-column-to-schedule
ALTER TABLE change_request_schedule ADD COLUMN reason TEXT;
-- step: 20240111125100-automated-actions
CREATE TABLE IF NOT EXISTS action_sets ( id SERIAL PRIMARY KEY NOT NULL, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), created_by_user_id INTEGER, name varchar(255), project VARCHAR(255) NOT NULL, actor_id INTEGER, source varchar(255), source_id INTEGER, payload JSONB DEFAULT '{}'::jsonb NOT NULL, FOREIGN KEY (project) references projects(id) ON DELETE CASCADE );
CREATE TABLE IF NOT EXISTS actions ( id SERIAL PRIMARY KEY NOT NULL, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), created_by_user_id INTEGER, action_set_id INTEGER references action_sets (id) ON DELETE CASCADE, sort_order INTEGER, action varchar(255) NOT NULL, execution_params JSONB DEFAULT '{}'::jsonb NOT NULL );
CREATE INDEX idx_action_sets_project ON action_sets (project);
-- step: 20240116104456-drop-unused-column-permissionid
ALTER TABLE role_permission DROP COLUMN permission_id;
-- step: 20240118093611-missing-primary-keys
ALTER TABLE project_stats ADD PRIMARY KEY (project);
ALTER TABLE api_token_project ADD PRIMARY KEY (secret, project);
ALTER TABLE role_permission ADD COLUMN id SERIAL PRIMARY KEY;
-- step: 20240119171200-action-states
CREATE TABLE IF NOT EXISTS action_states ( id SERIAL PRIMARY KEY NOT NULL, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), state VARCHAR(255) NOT NULL, details VARCHAR(255), action_id INTEGER NOT NULL, observable_event_id INTEGER NOT NULL, FOREIGN KEY (observable_event_id) references observable_events(id), FOREIGN KEY (action_id) references actions(id) );
-- step: 20240124123000-add-enabled-to-action-sets
ALTER TABLE action_sets ADD COLUMN enabled BOOLEAN DEFAULT true;
-- step: 20240125084701-add-user-trends
CREATE TABLE IF NOT EXISTS user_trends ( id VARCHAR(255) PRIMARY KEY, total_users INTEGER NOT NULL, active_users INTEGER NOT NULL, created_at TIMESTAMP default now() );
-- step: 20240125085703-users-table-increae-image-url-size
ALTER TABLE users ALTER COLUMN image_url TYPE text;
-- step: 20240126095544-add-flag-trends
CREATE TABLE IF NOT EXISTS flag_trends ( id VARCHAR(255) NOT NULL, project VARCHAR(255) NOT NULL REFERENCES projects (id) ON DELETE CASCADE, total_flags INTEGER NOT NULL, stale_flags INTEGER NOT NULL, potentially_stale_flags INTEGER NOT NULL, created_at TIMESTAMP default now(), PRIMARY KEY (id, project) );
-- step: 20240130104757-flag-trends-health-time-to-production
ALTER TABLE flag_trends ADD COLUMN IF NOT EXISTS health INTEGER DEFAULT 100;
ALTER TABLE flag_trends ADD COLUMN IF NOT EXISTS time_to_production FLOAT DEFAULT 0;
-- step: 20240207164033-client-applications-announced-index
CREATE INDEX IF NOT EXISTS idx_client_applications_announced_false ON client_applications (announced) WHERE announced = FALSE;
-- step: 20240208123212-create-stat-traffic-usage-table
CREATE TABLE IF NOT EXISTS stat_traffic_usage( day DATE NOT NULL, traffic_group TEXT NOT NULL, status_code_series INT NOT NULL, count BIGINT NOT NULL DEFAULT 0, PRIMARY KEY(day, traffic_group, status_code_series) );
CREATE INDEX IF NOT EXISTS stat_traffic_usage_day_idx ON stat_traffic_usage (day);
CREATE INDEX IF NOT EXISTS stat_traffic_usage_traffic_group_idx ON stat_traffic_usage (traffic_group);
CREATE INDEX IF NOT EXISTS stat_traffic_usage_status_code_series_idx ON stat_traffic_usage (status_code_series);
-- step: 20240208130439-events-revision-id-index
CREATE INDEX IF NOT EXISTS idx_events_feature_type_id ON events (id) WHERE feature_name IS NOT NULL OR type IN ('segment-updated', 'feature_import', 'features-imported');
-- step: 20240215133213-flag-trends-users
ALTER TABLE flag_trends ADD COLUMN IF NOT EXISTS users INTEGER DEFAULT 0;
-- step: 20240220130622-add-action-state-indexes
CREATE INDEX IF NOT EXISTS idx_action_states_action_id ON action_states(action_id);
CREATE INDEX IF NOT EXISTS idx_action_states_observable_event_id ON action_states(observable_event_id);
CREATE INDEX IF NOT EXISTS idx_action_states_action_observable ON action_states(action_id, observable_event_id);
-- step: 20240221082758-action-events
CREATE TABLE IF NOT EXISTS action_set_events ( id SERIAL PRIMARY KEY NOT NULL, action_set_id INTEGER NOT NULL, observable_event_id INTEGER NOT NULL, created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now(), state TEXT NOT NULL, observable_event JSONB NOT NULL, action_set JSONB NOT NULL );
CREATE INDEX IF NOT EXISTS idx_action_set_events_observable_event_id ON action_set_events(observable_event_id);
CREATE INDEX IF NOT EXISTS idx_action_set_events_action_set_id_state ON action_set_events(action_set_id, state);
-- step: 20240221115502-drop-action-states
DROP INDEX IF EXISTS idx_action_states_action_id;
DROP INDEX IF EXISTS idx_action_states_observable_event_id;
DROP INDEX IF EXISTS idx_action_states_action_observable;
DROP TABLE IF EXISTS action_states;
-- step: 20240222123532-project-metrics-summary-trends
CREATE TABLE IF NOT EXISTS project_client_metrics_trends ( project varchar NOT NULL references projects(id) ON DELETE CASCADE, date date NOT NULL, total_yes integer NOT NULL, total_no integer NOT NULL, total_apps integer NOT NULL, total_flags integer NOT NULL, total_environments integer NOT NULL, PRIMARY KEY (project, date) );
-- step: 20240229093231-drop-fk-and-cascade-in-trends
ALTER TABLE flag_trends DROP CONSTRAINT IF EXISTS flag_trends_project_fkey;
ALTER TABLE project_client_metrics_trends DROP CONSTRAINT IF EXISTS project_client_metrics_trends_project_fkey;
-- step: 20240304084102-rename-observable-events-to-signals
DROP INDEX IF EXISTS idx_action_set_events_observable_event_id;
DROP INDEX IF EXISTS observable_events_source_and_source_id_idx;
DROP INDEX IF EXISTS observable_events_created_by_incoming_webhook_token_id_idx;
DROP INDEX IF EXISTS observable_events_unannounced_idx;
DROP INDEX IF EXISTS incoming_webhooks_enabled_idx;
DROP INDEX IF EXISTS incoming_webhook_tokens_webhook_id_idx;
ALTER TABLE action_set_events RENAME COLUMN observable_event_id TO signal_id;
ALTER TABLE action_set_events RENAME COLUMN observable_event TO signal;
ALTER TABLE observable_events RENAME TO signals;
ALTER TABLE signals RENAME COLUMN created_by_incoming_webhook_token_id TO created_by_source_token_id;
ALTER TABLE incoming_webhooks RENAME TO signal_endpoints;
ALTER TABLE incoming_webhook_tokens RENAME TO signal_endpoint_tokens;
ALTER TABLE signal_endpoint_tokens RENAME COLUMN incoming_webhook_id TO signal_endpoint_id;
CREATE INDEX IF NOT EXISTS idx_action_set_events_signal_id ON action_set_events(signal_id);
CREATE INDEX IF NOT EXISTS idx_signals_source_and_source_id ON signals(source, source_id);
CREATE INDEX IF NOT EXISTS idx_signals_created_by_source_token_id ON signals(created_by_source_token_id);
CREATE INDEX IF NOT EXISTS idx_signals_unannounced ON signals(announced) WHERE announced = false;
CREATE INDEX IF NOT EXISTS idx_signal_endpoints_enabled ON signal_endpoints(enabled);
CREATE INDEX IF NOT EXISTS idx_signal_endpoint_tokens_signal_endpoint_id ON signal_endpoint_tokens(signal_endpoint_id);
ALTER TABLE action_sets ADD COLUMN IF NOT EXISTS description TEXT;
-- step: 20240304160659-add-environment-type-trends
CREATE TABLE IF NOT EXISTS environment_type_trends ( id VARCHAR(255) NOT NULL, environment_type VARCHAR(255) NOT NULL, total_updates INTEGER NOT NULL, PRIMARY KEY (id, environment_type) );
-- step: 20240305094305-features-remove-archived
ALTER TABLE features DROP COLUMN IF EXISTS archived;
-- step: 20240305121426-add-created-at-environment-type-trends
ALTER TABLE IF EXISTS environment_type_trends ADD COLUMN created_at timestamp default now();
-- step: 20240305121702-add-metrics-summary-columns-to-flag-trends
ALTER TABLE IF EXISTS flag_trends ADD COLUMN total_yes integer, ADD COLUMN total_no integer, ADD COLUMN total_apps integer, ADD COLUMN total_environments integer;
-- step: 20240305131822-add-scim-id-column-to-user
ALTER TABLE users ADD COLUMN scim_id TEXT;
CREATE INDEX IF NOT EXISTS users_scim_id_uniq_idx ON users (scim_id) WHERE scim_id IS NOT NULL;
-- step: 20240306145609-make-scim-id-idx-unique
DROP INDEX IF EXISTS users_scim_id_uniq_idx;
CREATE UNIQUE INDEX users_scim_id_unique_idx ON users(scim_id) WHERE scim_id IS NOT NULL;
-- step: 20240325081847-add-scim-id-for-groups
ALTER TABLE groups ADD COLUMN scim_id TEXT;
CREATE UNIQUE INDEX groups_scim_id_unique_idx ON groups(scim_id) WHERE scim_id IS NOT NULL;
-- step: 20240326122126-add-index-on-group-name
CREATE INDEX IF NOT EXISTS groups_group_name_idx ON groups(name);
-- step: 20240329064629-revert-feature-archived
ALTER TABLE features ADD COLUMN IF NOT EXISTS archived BOOLEAN DEFAULT FALSE;
-- step: 20240405120422-add-feature-lifecycles
CREATE TABLE IF NOT EXISTS feature_lifecycles ( feature VARCHAR(255) NOT NULL REFERENCES features(name) ON DELETE CASCADE, stage VARCHAR(255) NULL, created_at TIMESTAMP WITH TIME ZONE default now(), PRIMARY KEY (feature, stage) );
-- step: 20240405174629-jobs
CREATE TABLE IF NOT EXISTS jobs ( name TEXT NOT NULL, bucket TIMESTAMPTZ NOT NULL, stage TEXT NOT NULL, finished_at TIMESTAMPTZ, PRIMARY KEY (name, bucket) );
CREATE INDEX IF NOT EXISTS idx_job_finished ON jobs(finished_at);
CREATE INDEX IF NOT EXISTS idx_job_stage ON jobs(stage);
-- step: 20240418140646-add-ip-column-to-events-table
ALTER TABLE events ADD COLUMN ip TEXT;
-- step: 20240425132155-flag-trends-bigint
ALTER TABLE flag_trends ALTER COLUMN total_yes TYPE bigint;
ALTER TABLE flag_trends ALTER COLUMN total_no TYPE bigint;
-- step: 20240430075605-add-scim-external-id
ALTER TABLE users ADD COLUMN scim_external_id TEXT;
ALTER TABLE groups ADD COLUMN scim_external_id TEXT;
CREATE UNIQUE INDEX users_scim_external_id_uniq_idx on users(scim_external_id) WHERE scim_external_id IS NOT NULL;
CREATE UNIQUE INDEX groups_scim_external_id_uniq_idx ON groups(scim_external_id) WHERE scim_external_id IS NOT NULL;
