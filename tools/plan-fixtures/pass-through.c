/*
 * The least that is a custom scan: it hands on the rows of the scan below it. Only for taking the plan of one, since Postgres
 * brings none. With the server's headers:
 * gcc -shared -fPIC -I "$(pg_config --includedir-server)" -o pass_through.so pass-through.c
 */
#include "postgres.h"

#include "commands/explain.h"
#include "executor/executor.h"
#include "fmgr.h"
#include "nodes/extensible.h"
#include "nodes/makefuncs.h"
#include "optimizer/pathnode.h"
#include "optimizer/paths.h"
#include "optimizer/restrictinfo.h"

PG_MODULE_MAGIC;

void _PG_init(void);

static set_rel_pathlist_hook_type previous_hook;

static void begin_scan(CustomScanState *node, EState *estate, int flags)
{
	CustomScan *scan = (CustomScan *) node->ss.ps.plan;

	node->custom_ps = list_make1(ExecInitNode(linitial(scan->custom_plans), estate, flags));
}

static TupleTableSlot *next_row(CustomScanState *node)
{
	return ExecProcNode(linitial(node->custom_ps));
}

static void end_scan(CustomScanState *node)
{
	ExecEndNode(linitial(node->custom_ps));
}

static void scan_again(CustomScanState *node)
{
	ExecReScan(linitial(node->custom_ps));
}

static const CustomExecMethods exec_methods = {
	.CustomName = "Pass Through",
	.BeginCustomScan = begin_scan,
	.ExecCustomScan = next_row,
	.EndCustomScan = end_scan,
	.ReScanCustomScan = scan_again,
};

static Node *create_state(CustomScan *scan)
{
	CustomScanState *state = (CustomScanState *) newNode(sizeof(CustomScanState), T_CustomScanState);

	state->methods = &exec_methods;
	return (Node *) state;
}

static const CustomScanMethods scan_methods = {.CustomName = "Pass Through", .CreateCustomScanState = create_state};

static Plan *plan_scan(PlannerInfo *root, RelOptInfo *rel, CustomPath *path, List *columns, List *clauses, List *plans)
{
	CustomScan *scan = makeNode(CustomScan);

	scan->scan.plan.targetlist = columns;
	scan->scan.scanrelid = rel->relid;
	scan->custom_plans = plans;
	scan->methods = &scan_methods;
	return (Plan *) scan;
}

static const CustomPathMethods path_methods = {.CustomName = "Pass Through", .PlanCustomPath = plan_scan};

/* Every path of a table is put below a custom one that costs a little more for each row. */
static void cover(PlannerInfo *root, RelOptInfo *rel, Index relid, RangeTblEntry *entry)
{
	Path *below;
	CustomPath *path;

	if (previous_hook)
		previous_hook(root, rel, relid, entry);
	if (entry->rtekind != RTE_RELATION || rel->pathlist == NIL)
		return;
	below = linitial(rel->pathlist);
	path = makeNode(CustomPath);
	path->path.pathtype = T_CustomScan;
	path->path.parent = rel;
	path->path.pathtarget = rel->reltarget;
	path->path.rows = below->rows;
	path->path.startup_cost = below->startup_cost;
	path->path.total_cost = below->total_cost + below->rows * 0.01;
	path->custom_paths = list_make1(below);
	path->methods = &path_methods;
	rel->pathlist = list_make1(path);
}

void _PG_init(void)
{
	previous_hook = set_rel_pathlist_hook;
	set_rel_pathlist_hook = cover;
}
