"""Runs of every command and branch whose results are stored beside this file.

Data are invented here, or by `faultline simulate`; they are small, so that all runs together take seconds. A case is a name and
a command line; DATA are command lines that only make files. INTERRUPTED are stopped by Ctrl-C while they test.
"""

import random

PEOPLE = "--outcome reoffended=yes --attributes sex,race,age,priors"
AUDIT = f"people.csv {PEOPLE} --score score --decision flagged=yes"
IJDI = f"people.csv {PEOPLE} --score score --threshold 0.5"
COUNTERFACTUAL = "--outcome Y --treatment D --protected A1,A2 --covariates X.1,X.2,X.3,X.4"

DATA = [
    "simulate counterfactual --people 1500 --output patients.csv",
    "simulate quadratic --people 300 --output numbers.csv",
    "simulate notes --people 300 --output notes.csv",
]

CASES = {
    "scan": f"scan people.csv {PEOPLE} --score score --replicates 99 --power --subgroup 'race=B;priors=over 5'",
    "scan_top": f"scan people.csv {PEOPLE} --score score --replicates 19 --top 3 --direction higher --strategy ascent",
    "scan_ordered": "scan steps.csv --outcome y --score p --ordered step --bins age=30,50 --replicates 99",
    "scan_limits": "scan limits.csv --outcome y --score p --replicates 19",
    "scan_nothing": f"scan people.csv {PEOPLE} --score score --replicates 19 --penalty 50",
    "scan_untested": f"scan people.csv {PEOPLE} --score score --replicates 0 --strategy bounded",
    "scan_holdout": f"scan people.csv {PEOPLE} --score score --holdout 0.5 --replicates 99",
    "scan_numbers": "scan costs.csv --outcome cost --score predicted --family gaussian --attributes sex,age,region --replicates 199",
    "scan_counts": "scan costs.csv --outcome visits --family poisson --attributes sex,age,region --direction higher --replicates 199",
    "scan_ordinal": "scan costs.csv --outcome severity --order low,medium,high --family ordinal --attributes sex,age,region"
    " --subgroup 'region=North;sex=m' --replicates 99",
    "scan_nominal": "scan costs.csv --outcome plan --family nominal --class-scores basic=basic,plus=plus,top=top"
    " --attributes sex,age,region --replicates 99",
    "scan_markup": "scan markup.csv --outcome y --score p --replicates 19",
    "audit": f"audit {AUDIT} --protected race --replicates 199",
    "audit_trees": f"audit {AUDIT} --protected sex=Female --propensity forest --expectation boosted --metric fpr,balance-positive"
    " --direction both --replicates 9 --permute within",
    "audit_expectations": f"audit {AUDIT} --protected race=B --metric fpr,ppv --expectation all --replicates 39",
    "audit_power": f"audit {AUDIT} --protected race=B --metric fpr,balance-negative --direction both --replicates 199 --power",
    "audit_top": "audit two.csv --outcome y --decision d --protected group=in --attributes a,b,c --metric fpr --replicates 199 --top 3",
    "audit_subgroup": f"audit {AUDIT} --protected race=B --metric fpr,ppv --replicates 199 --subgroup 'priors=none|over 5;sex=Male'",
    "audit_holdout": f"audit {AUDIT} --protected race=B --metric fpr,ppv --replicates 199 --holdout 0.5",
    "audit_warnings": f"audit {AUDIT} --protected race=C --metric for,ppv --replicates 0 --ridge 0",
    "ijdi": f"ijdi {IJDI} --true-probability truth --lambda 0,0.5,1,3 --replicates 39",
    "ijdi_fitted": f"ijdi {IJDI} --fit-probability logistic --error fpr --lambda 1 --replicates 0 --top 2",
    "elicit_panel": "elicit --answers panel.csv --cost-ratio 1",
    "elicit_one": "elicit --answers one.csv --cost-ratio 2 --error tpr",
    "elicit_infinite": "elicit --answers infinite.csv --cost-ratio 1",
    "elicit_people": f"elicit {IJDI} --true-probability truth --answers three.csv --cost-ratio 1",
    "mitigate": f"mitigate {IJDI} --true-probability truth --method iterative --lambda 0.5 --replicates 39 --max-corrections 3 --rules rules.json",
    "mitigate_smooth": f"mitigate {IJDI} --derive n=4 --count n --true-probability truth --lambda 0.5 --replicates 39 --rules rules.json",
    "mitigate_costs": f"mitigate {IJDI} --fit-probability logistic --costs 1,2,6 --holdout none --move up --replicates 0",
    "mitigate_groups": f"mitigate {IJDI} --true-probability truth --method groups --thresholds 'race=B:>=0.6;*:0.5' --replicates 19",
    "mitigate_randomize": f"mitigate {IJDI} --true-probability truth --method randomize --lambda 1.5 --replicates 0",
    "counterfactual": f"counterfactual patients.csv {COUNTERFACTUAL} --decision S --replicates 99 --bootstrap 99",
    "counterfactual_two": f"counterfactual patients.csv {COUNTERFACTUAL} --derive 'T=\"X.1\" > 0.5' --decision S,T --replicates 19"
    " --bootstrap 49 --external patients.csv --external-covariates X.1,X.2 --estimator doubly-robust --ties half --resample stratified",
    "counterfactual_bare": f"counterfactual few.csv --outcome y --treatment t --decision s --protected sex,ward"
    " --covariates age --replicates 0 --bootstrap 0 --estimator regression",
    "sources": "sources people.csv --outcome reoffended=yes --protected sex --covariates sex,age,priors,years"
    " --model logistic,tree --repetitions 8 --least-people 20",
    "sources_given": "sources people.csv --outcome reoffended=yes --protected race --score score,truth",
    "sources_numbers": "sources numbers.csv --outcome y --protected group --covariates x --model ridge,tree --repetitions 8",
    "sources_advice": "sources turned.csv --outcome ill --protected ward --covariates age,pulse,smokes --candidates marker --model logistic"
    " --repetitions 8 --least-people 20",
    "sources_text": "sources notes.csv --outcome died --protected group --text note --model logistic-l1 --topics 3"
    " --least-people 10 --parts costs,noise,clusters",
    "metrics": "metrics people.csv --outcome reoffended=yes --score score --decision flagged=yes --protected race",
    "metrics_best": "metrics people.csv --outcome reoffended=yes --decision flagged=yes --protected race --metric fpr,fnr,ppv --reference best",
    "check": f"check people.csv {PEOPLE} --score score --decision flagged=yes --protected race --replicates 399",
    "check_scores": "check people.csv --outcome reoffended=yes --score score --attributes sex,priors --replicates 199",
    "check_decisions": "check few.csv --outcome y --decision s --protected sex,ward --attributes sex,ward --replicates 199",
    "metrics_few": "metrics few.csv --decision s --outcome y --protected sex,ward --reference rest --metric selection_rate,fpr,fnr",
    "compare": f"compare people.csv {PEOPLE} --score truth,score --threshold 0.5 --protected race --direction both --replicates 199",
    "compare_log": f"compare people.csv {PEOPLE} --score score,truth --loss log_loss --metric auc,brier,log_loss --replicates 99",
    "compare_periods": f"compare people.csv {PEOPLE} --by period --criterion fpr,tpr --replicates 199"
    " --derive \"period=case when years < 44 then 'first' else 'second' end\" --decision flag --metric selection_rate,fpr,fnr,ppv"
    " --derive \"flag=case when score + case when years > 43 and sex = 'Female' then 0.2 else 0 end > 0.5 then 1 else 0 end\"",
    "metrics_thresholds": "metrics people.csv --outcome reoffended=yes --score score --threshold 0.2:0.8:0.2 --protected race"
    " --metric selection_rate,fpr,fnr",
    "metrics_by": "metrics people.csv --outcome reoffended=yes --decision flagged=yes --protected race --by sex --metric fpr,fnr",
    "metrics_numbers": "metrics costs.csv --outcome cost --score predicted --protected sex,region",
    "metrics_survey": "metrics people.csv --outcome reoffended=yes --score score --decision flagged=yes --protected race"
    " --derive 'w=1 + years' --weight w --cluster years --metric selection_rate,fpr,brier,auc",
    "metrics_impact": "metrics people.csv --decision flagged=yes --protected sex,race --impact --metric selection_rate",
}

# Slow to test, so that Ctrl-C comes while it does.
INTERRUPTED = {
    "audit_partial": f"audit {AUDIT} --protected race=B --expectation boosted --metric fpr,ppv --replicates 100000",
}


def people() -> str:
    """600 defendants. Those of race B with many priors reoffend more often than the score says."""
    draw = random.Random(20240229)
    lines = ["sex,race,age,priors,years,score,truth,flagged,reoffended"]
    for _ in range(600):
        sex = draw.choice(["Female", "Male"])
        race = draw.choice(["A", "A", "A", "B", "B", "C"])
        age = draw.choice(["under 25", "25 to 45", "over 45"])
        priors = draw.choice(["none", "none", "1 to 5", "over 5"])
        years = draw.randint(18, 70)
        risk = 0.25 + 0.2 * (priors == "over 5") + 0.1 * (priors == "1 to 5") + 0.1 * (age == "under 25")
        score = round(min(0.95, max(0.05, risk + draw.uniform(-0.15, 0.25) + 0.05 * (race == "B"))), 2)
        truth = round(min(0.95, risk + 0.3 * (race == "B" and priors == "over 5")), 2)
        flagged = "yes" if score + 0.15 * (race == "B") > 0.5 else "no"
        reoffended = "yes" if draw.random() < truth else "no"
        lines.append(f"{sex},{race},{age},{priors},{years},{score},{truth},{flagged},{reoffended}")
    return "\n".join(lines) + "\n"


def steps() -> str:
    """People on ten steps, some of unknown age. From step 6 on outcomes are more frequent than predicted."""
    draw = random.Random(20240311)
    rows = ["step,sex,age,p,y"]
    for _ in range(500):
        step, p = draw.randint(1, 10), draw.choice([0.2, 0.3, 0.4])
        age = "" if draw.random() < 0.1 else draw.randint(18, 70)
        rows.append(f"{step},{draw.choice('fm')},{age},{p},{int(draw.random() < p + 0.2 * (step > 5))}")
    return "\n".join(rows) + "\n"


def limits() -> str:
    """Everybody of one town has the outcome, nobody of another."""
    rows = ["town,sex,p,y"]
    for i in range(90):
        town = ["North", "South", "West"][i % 3]
        happened = {"North": 1, "South": 0, "West": i // 3 % 2}[town]
        rows.append(f"{town},{['f', 'm'][i // 3 % 2]},0.5,{happened}")
    return "\n".join(rows) + "\n"


def two() -> str:
    """Members of a group are flagged too often in two opposite corners."""
    draw = random.Random(3)
    rows = ["a,b,c,group,y,d"]
    for _ in range(3000):
        a, b, c = draw.randint(0, 1), draw.choice("xyz"), draw.randint(0, 1)
        member = draw.random() < 0.4 + 0.15 * a
        odds = (0.5 + 0.3 * a) * (6 if member and a == c else 1)
        rows.append(f"a{a},{b},c{c},{'in' if member else 'out'},{draw.randint(0, 1)},{int(draw.random() < odds / (1 + odds))}")
    return "\n".join(rows) + "\n"


def markup() -> str:
    """Names and values that are markup, quotes or wide."""
    rows = ['"<b>town</b>","a""b",p,y']
    for i in range(120):
        town = ["<script>alert(1)</script>", "中文", "O'Neill & Söhne"][i % 3]
        rows.append(f'"{town}",{["x", "</td>"][i // 3 % 2]},0.4,{int(i % 3 == 0 or i % 7 == 0)}')
    return "\n".join(rows) + "\n"


def costs() -> str:
    """Numbers, counts and classes. Men of the North cost more than predicted, women over 45 come more often than others."""
    draw = random.Random(20261117)
    rows = ["sex,age,region,predicted,cost,visits,severity,plan,basic,plus,top"]
    for _ in range(400):
        sex, region = draw.choice("fm"), draw.choice(["North", "South", "West"])
        age = draw.choice(["under 25", "25 to 45", "over 45"])
        predicted = 1000 + 500 * (age == "over 45")
        high = sex == "m" and region == "North"
        cost = predicted + 300 * (draw.expovariate(1) - 1) + 250 * high
        visits = sum(draw.random() < (0.5 if sex == "f" and age == "over 45" else 0.25) for _ in range(8)) * draw.choice([0, 1, 2])
        severity = draw.choice(["low", "medium", "high", "high"] if high else ["low", "medium", "high"])
        plan = draw.choice(["basic", "basic", "top"] if age == "under 25" else ["basic", "plus", "top"])
        rows.append(f"{sex},{age},{region},{predicted},{cost:.2f},{visits},{severity},{plan},0.35,0.35,0.3")
    return "\n".join(rows) + "\n"


def turned() -> str:
    """Who is ill follows the pulse; in ward B, a fifth of the people, the other way round, and in the young by a marker too."""
    draw = random.Random(11)
    rows = ["ward,age,pulse,smokes,marker,ill"]
    for _ in range(800):
        ward, age, pulse = "B" if draw.random() < 0.2 else "A", draw.randint(18, 90), round(draw.gauss(75, 10), 1)
        marker = round(draw.gauss(0, 1), 2)
        lead = (pulse - 75) / 4 * (-1 if ward == "B" else 1) + 2 * marker * (age < 40)
        rows.append(f"{ward},{age},{pulse},{draw.choice(['yes', 'no'])},{marker},{int(draw.gauss(lead, 1) > 0)}")
    return "\n".join(rows) + "\n"


def few() -> str:
    """Groups of a handful, one of them without untreated people."""
    draw = random.Random(7)
    rows = ["sex,ward,age,y,t,s"]
    for _ in range(150):
        sex, ward, age = draw.choice("FMO"), draw.choice("NS"), draw.randint(20, 80)
        treated = 1 if sex == "O" and ward == "S" else int(draw.random() < 0.3)
        rows.append(f"{sex},{ward},{age},{int(draw.random() < age / 100)},{treated},{int(draw.random() < 0.4)}")
    return "\n".join(rows) + "\n"


FILES = {
    "people.csv": people(),
    "steps.csv": steps(),
    "limits.csv": limits(),
    "two.csv": two(),
    "markup.csv": markup(),
    "turned.csv": turned(),
    "few.csv": few(),
    "costs.csv": costs(),
    "panel.csv": 'person,z1,z2,z3\nann,30,50,45\nbob,20,80,80\nann,40,60,55\n"cyd, the third",0,10,1\n',
    "one.csv": "person,z1,z2,z3\nann,30,50,45\nann,10,40,30\n",
    "infinite.csv": "person,z1,z2,z3\nann,30,50,40\n",
    "three.csv": "person,z1,z2,z3\n" + "".join(
        f"{who},{pair},{answer}\n"
        for who, answers in (("ann", (60, 62, 40)), ("bob", (55, 60, 38)), ("cyd", (62, 66, 44)))
        for pair, answer in zip(("20,60", "70,30", "5,47"), answers)
    ),
}
