package compute_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"time"

	"service.example/client/compute"
)

func Example() {
	client, err := compute.New() // SERVICE_API_KEY and SERVICE_BASE_URL
	if err != nil {
		log.Fatal(err)
	}
	deployment, err := client.DeployAndWait(context.Background(), compute.DeployRequest{
		GPUType: "H100", Image: "ghcr.io/team/model:1", CarbonAware: compute.Ptr(true),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("https://%s runs at %s, grade %s\n", deployment.Endpoint, *deployment.Hub, *deployment.CarbonScore)
	// Output: https://dep-tgfvqe61ej.run.example.com runs at se-north-1, grade A
}

func ExampleNew() {
	client, err := compute.New(
		compute.WithAPIKey("svc_a_key_from_a_vault"),
		compute.WithBaseURL("https://compute.example.com"),
		compute.WithTimeout(20*time.Second),
		compute.WithMaxRetries(5),
	)
	fmt.Println(client, err)
	// Output: compute.Client(https://compute.example.com) <nil>
}

func ExampleClient_Deploy() {
	client, err := compute.New()
	if err != nil {
		log.Fatal(err)
	}
	request := compute.DeployRequest{
		GPUType:     "H100",
		Count:       2,
		Region:      []string{"se", "eu"},
		Sovereignty: compute.SovereigntyResidency,
		Image:       "ghcr.io/team/model:1",
		Env:         map[string]string{"MODEL_NAME": "large"},
		Port:        8080,
		WaitSeconds: compute.Ptr(0), // return at once
	}
	// Under a key of your own the same deployment is made once, whichever process asks for it.
	deployment, err := client.Deploy(context.Background(), request, compute.WithIdempotencyKey("training-42"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(deployment.DeploymentID, deployment.Status)
	// Output: dep_01kd3f9n8x4s6t2v7w0y5z1a3b running
}

func ExampleClient_Plan() {
	client, err := compute.New()
	if err != nil {
		log.Fatal(err)
	}
	plan, err := client.Plan(context.Background(), compute.DeployRequest{GPUType: "H100", Image: "ghcr.io/team/model:1"})
	if err != nil {
		log.Fatal(err)
	}
	for _, candidate := range plan.Candidates {
		fmt.Printf("%s: $%.2f and %.0f g an hour\n", candidate.Hub, candidate.PriceUSDPerGPUHour, candidate.GramsPerGPUHour)
	}
	for _, refused := range plan.Refused {
		fmt.Printf("not %s: %s\n", refused.Hub, refused.Cause)
	}
	// Output:
	// se-north-1: $2.15 and 9 g an hour
	// not us-east-1: region
}

func ExampleDeploymentService_List() {
	client, err := compute.New()
	if err != nil {
		log.Fatal(err)
	}
	for deployment, err := range client.Deployments.List(context.Background(), compute.DeploymentQuery{ListQuery: compute.ListQuery{Limit: 1}}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(deployment.DeploymentID, compute.ValueOr(deployment.Hub, "not placed yet"))
	}
	// Output:
	// dep_01kd3f9n8x4s6t2v7w0y5z1a3b se-north-1
	// dep_01kd3f9n8xa7w8z2v5t1q4r6s9 not placed yet
}

func ExampleDeploymentService_Logs() {
	client, err := compute.New()
	if err != nil {
		log.Fatal(err)
	}
	query := compute.LogQuery{Follow: true}
	for line, err := range client.Deployments.Logs(context.Background(), "dep_01kd3f9n8x4s6t2v7w0y5z1a3b", query) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(line.At.Format(time.TimeOnly), line.Text)
	}
	// Output:
	// 09:30:01 loading the model
	// 09:30:02 listening on 8080
}

func ExampleEventService_Follow() {
	client, err := compute.New()
	if err != nil {
		log.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	for event, err := range client.Events.Follow(ctx, compute.EventFilter{Type: []string{"failed"}}) {
		if errors.Is(err, context.Canceled) {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		fmt.Println(*event.DeploymentID, event.Type)
		stop() // from wherever the program ends
	}
	// Output: dep_01kd3f9n8x4s6t2v7w0y5z1a3b failed
}

func ExampleCarbonService_Get() {
	client, err := compute.New()
	if err != nil {
		log.Fatal(err)
	}
	intensity, err := client.Carbon.Get(context.Background(), "SE")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.0f g/kWh, grade %s\n", intensity.CarbonIntensityGCO2KWh, intensity.CarbonScore)
	if share := intensity.RenewablePercentage; share != nil {
		fmt.Printf("%.0f %% renewable\n", *share)
	}
	// Output:
	// 21 g/kWh, grade A
	// 72 % renewable
}

func ExampleStatusError() {
	client, err := compute.New()
	if err != nil {
		log.Fatal(err)
	}
	_, err = client.Deploy(context.Background(), compute.DeployRequest{GPUType: "Z9", Image: "ghcr.io/team/model:1"})
	var refusal *compute.StatusError
	switch {
	case errors.Is(err, compute.ErrQuotaExceeded):
		fmt.Println("the GPU-hours of the month are used")
	case errors.As(err, &refusal):
		fmt.Println(refusal.Status, refusal.Code, refusal.RequestID)
		for _, detail := range refusal.Details {
			fmt.Println(detail.Path, detail.Message)
		}
	case err != nil:
		log.Fatal(err)
	}
	// Output:
	// 400 invalid-request req_01kd3f9n8x4s6t2v7w0y5z1a3b
	// body.gpu_type is not known: A100, H100
}
